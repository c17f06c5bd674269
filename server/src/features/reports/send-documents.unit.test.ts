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
