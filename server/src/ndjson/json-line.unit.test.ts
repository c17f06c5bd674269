import { expect, test } from 'vitest'
import { readJsonLine } from './json-line.ts'

test('a long line is read with pauses, a short one without any', async () => {
  const list = Array.from({ length: 100_000 }, (_, index) => ({ t: index }))
  const report = JSON.stringify({ list })
  let pauses = 0
  const read = (text: string) => readJsonLine(text, async () => void (pauses += 1))
  expect((await read('{"report":{}}')).rawOf('report')).toBe('{}')
  expect(pauses).toBe(0)
  const line = await read(`{"report":${report}}`)
  expect([line.value, line.problem, line.rawOf('report')]).toEqual([{ report: { list } }, undefined, report])
  expect(pauses).toBeGreaterThan(5)
})
