import { expect, test } from 'vitest'
import { piecesOf } from './send-documents.ts'

const text = `\uFEFFx${'aé한😀'.repeat(100_000)}`

test('the pieces of an encoded document are the document, and its memory is freed after the last of them', () => {
  for (const each of ['', '{}', text]) {
    const document = Uint8Array.from(new TextEncoder().encode(each))
    expect([...piecesOf([document])].join('')).toBe(each)
    expect(document.buffer.detached).toBe(true)
  }
})

test('a document in pieces that end within characters is sent as a whole, and each piece is freed', () => {
  const bytes = new TextEncoder().encode(text)
  for (const length of [1_001, 1_002, 1_003, 1_004]) {
    const document = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
      bytes.slice(index * length, (index + 1) * length),
    )
    expect([...piecesOf(document)].join('')).toBe(text)
    expect(document.every(({ buffer }) => buffer.detached)).toBe(true)
  }
})

test('a buffer that contains more than a document is not freed', () => {
  const shared = new TextEncoder().encode('{"a":1}{"b":2}')
  expect([...piecesOf([shared.subarray(0, 7)])]).toEqual(['{"a":1}'])
  expect(new TextDecoder().decode(shared)).toBe('{"a":1}{"b":2}')
})

test('a document that is not UTF-8 is sent as it is stored', () => {
  const document = Uint8Array.of(0x22, 0xff, 0xc3, 0x22)
  expect([...piecesOf([document])]).toEqual([Uint8Array.of(0x22, 0xff, 0xc3, 0x22)])
})
