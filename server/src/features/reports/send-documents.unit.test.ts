import { expect, test } from 'vitest'
import { piecesOf } from './send-documents.ts'

test('the pieces of a document are the document, and none of them ends within a surrogate pair', () => {
  for (const before of ['', 'x']) {
    const document = `${before}${'😀'.repeat(100_000)}`
    const pieces = [...piecesOf(document)]
    expect(pieces.length).toBeGreaterThan(3)
    expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString()).toBe(document)
  }
  expect([...piecesOf('')]).toEqual([])
})

test('the pieces of an encoded document are the document, and its memory is freed after the last of them', () => {
  for (const text of ['', '{}', `\uFEFFx${'aé한😀'.repeat(100_000)}`]) {
    const document = Uint8Array.from(new TextEncoder().encode(text))
    expect([...piecesOf(document)].join('')).toBe(text)
    expect(document.buffer.detached).toBe(true)
  }
})

test('a buffer that contains more than a document is not freed', () => {
  const shared = new TextEncoder().encode('{"a":1}{"b":2}')
  expect([...piecesOf(shared.subarray(0, 7))]).toEqual(['{"a":1}'])
  expect(new TextDecoder().decode(shared)).toBe('{"a":1}{"b":2}')
})

test('a document that is not UTF-8 is sent as it is stored', () => {
  const document = Uint8Array.of(0x22, 0xff, 0xc3, 0x22)
  expect([...piecesOf(document)]).toEqual([Uint8Array.of(0x22, 0xff, 0xc3, 0x22)])
})
