import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'

async function read(text: string) {
  let pauses = 0
  const line = await readJson(text, async () => void (pauses += 1))
  return { ...line, pauses }
}

test('a long line is read with pauses, a short one without any', async () => {
  const list = Array.from({ length: 49_000 }, (_, index) => ({ t: index }))
  const report = JSON.stringify({ list })
  const short = await read('{"report":{}}')
  expect([short.rawOf('report'), short.pauses]).toEqual(['{}', 0])
  const line = await read(`{"report":${report}}`)
  expect([line.value, line.error, line.rawOf('report')]).toEqual([{ report: { list } }, undefined, report])
  expect(line.pauses).toBeGreaterThan(4)
})

test.each([
  ['levels', '['.repeat(4_000_000), 0],
  ['levels in a report', `{"report":{"a":${'{"a":'.repeat(1_000_000)}`, 0],
  ['empty lists', `[${'[],'.repeat(2_000_000)}0]`, 1],
  ['numbers', `[${'1,'.repeat(2_000_000)}1]`, 2],
  ['keys', `{${'"a":0,'.repeat(1_000_000)}`, 5],
])('reading ends at the limit, and nothing is parsed, in a line of too many %s', async (_what, text, mostPauses) => {
  const { value, error, pauses } = await read(text)
  expect(value).toBe(undefined)
  expect(error?.message).toMatch(/^(At most 100 levels of nesting|At most 100,000 values|This key occurs twice)/)
  expect(pauses).toBeLessThanOrEqual(mostPauses)
})

test('invalid JSON is an error, wherever the reader notices it', async () => {
  for (const text of ['', '{', '"', '{"a', '{"a":"\\', '{"a":1}}', '["\\x"]', ']]]', '{"a" "b":1}', '"\\"'])
    await expect(read(text)).rejects.toThrow(SyntaxError)
})
