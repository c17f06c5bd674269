import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultLimits } from './limits.ts'
import { readSheet } from './read-sheet.ts'
import { readRows } from '../../testing/spreadsheet/read-all.ts'
import { makeXlsx } from '../../testing/spreadsheet/workbook-parts.ts'

const manyRows = (count: number): Buffer =>
  makeXlsx(Array.from({ length: count }, (_, at) => `<row><c><v>${at}</v></c></row>`).join(''))

function saved(file: Uint8Array): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'spreadsheet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const saved = path.join(folder, 'sheet.xlsx')
  writeFileSync(saved, file)
  return saved
}

test('each batch says how far the sheet has been read', async () => {
  const fractions: number[] = []
  for await (const { fraction } of readSheet(saved(manyRows(50_000)))) fractions.push(fraction)
  expect(fractions.length).toBeGreaterThan(10)
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  expect(fractions.at(-1)).toBe(1)
})

test('a missing file is not a SpreadsheetError', async () => {
  await expect(readRows('missing.xlsx')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('no more is read than is consumed', async () => {
  const file = saved(manyRows(100_000))
  const batches = readSheet(file)
  expect((await batches.next()).value?.rows.length).toBeGreaterThan(0)
  // A reader that had read ahead would not notice.
  writeFileSync(file, '')
  const rest = (async () => {
    for await (const batch of batches) void batch
  })()
  await expect(rest).rejects.toHaveProperty('code', 'damaged')
})

test('a slow consumer does not use up the reading time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let rows = 0
  for await (const batch of readSheet(manyRows(2_000))) {
    vi.advanceTimersByTime(2 * defaultLimits.timeMs)
    rows += batch.rows.length
  }
  expect(rows).toBe(2_000)
})
