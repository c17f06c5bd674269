import { expect, test } from 'vitest'
import { createReportArrayReader } from './report-array.ts'

const reports = [
  { reportId: '1', generatedAt: 1, note: 'brackets ]}[{ and "quotes" \\ in text', nested: [[{ a: [] }], {}] },
  { reportId: '2', generatedAt: 2, note: 'naïve 心 \\"' },
  { reportId: '3', generatedAt: 3 },
]

function read(text: string, pieceLength: number) {
  const bytes = new TextEncoder().encode(text)
  const reader = createReportArrayReader()
  const out: number[] = []
  for (let at = 0; at < bytes.length; at += pieceLength) out.push(...reader.read(bytes.slice(at, at + pieceLength)))
  return { text: new TextDecoder().decode(new Uint8Array(out)), count: reader.count(), whole: reader.isWhole() }
}

test.each([1, 2, 3, 7, 16, 1000])('the array is extracted from its envelope in pieces of %i bytes', (pieceLength) => {
  const { text, count, whole } = read(JSON.stringify({ data: { reports } }), pieceLength)
  expect(text).toBe(JSON.stringify(reports))
  expect({ count, whole }).toEqual({ count: 3, whole: true })
})

test('the text after the array is left out', () => {
  expect(read(`{ "data": { "reports": [ {} ], "meta": { "pages": [1] } } }\n`, 5)).toEqual({
    text: '[ {} ]',
    count: 1,
    whole: true,
  })
})

test('an empty list is an empty array', () => {
  expect(read('{"data":{"reports":[]}}', 4)).toEqual({ text: '[]', count: 0, whole: true })
})

test('a truncated document is not complete', () => {
  const text = JSON.stringify({ data: { reports } })
  for (const end of [0, 5, 20, 40, text.length - 2, text.length - 1])
    expect(read(text.slice(0, end), 8).whole).toBe(false)
})
