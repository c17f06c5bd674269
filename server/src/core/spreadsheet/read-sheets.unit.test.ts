import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultLimits } from './limits.ts'
import { readRows, readSheet } from '../../../testing/spreadsheet/read-all.ts'
import {
  makeXlsx,
  relationshipsXml,
  sheetXml,
  stylesXml,
  workbookXml,
} from '../../../testing/spreadsheet/workbook-parts.ts'
import { readSheets } from './read-sheets.ts'
import { plainStyle } from './styles.ts'

const manyRows = (count: number): Buffer =>
  makeXlsx(Array.from({ length: count }, (_, at) => `<row><c><v>${at}</v></c></row>`).join(''))

function saved(file: Uint8Array): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'spreadsheet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const saved = path.join(folder, 'sheet.xlsx')
  writeFileSync(saved, file)
  return saved
}

test('each batch contains how much of the sheet has been read', async () => {
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

const cell = (value: number, style = 0) => `<row><c s="${style}"><v>${value}</v></c></row>`

test('sheets are read in their order, including hidden ones, and one that is not reached may be broken', async () => {
  const sheets = [
    { name: 'Hidden', id: 'rId4', state: 'hidden' },
    { name: 'Notes', id: 'rId1' },
    { name: 'Ward 4', id: 'rId5' },
    { name: 'Lost', id: 'rId9' },
  ]
  const file = makeXlsx(cell(1), {
    'xl/workbook.xml': workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      { id: 'rId1', kind: 'worksheet', target: 'worksheets/sheet1.xml' },
      { id: 'rId3', kind: 'styles', target: 'styles.xml' },
      { id: 'rId4', kind: 'worksheet', target: 'worksheets/sheet2.xml' },
      { id: 'rId5', kind: 'worksheet', target: 'worksheets/sheet3.xml' },
    ]),
    'xl/styles.xml': stylesXml([0, 164], { 164: '00000' }),
    'xl/worksheets/sheet2.xml': sheetXml(cell(2)),
    'xl/worksheets/sheet3.xml': sheetXml(cell(41, 1)),
  })
  const seen: [string, unknown][] = []
  const readAll = async () => {
    for await (const { name, isHidden, batches } of readSheets(file)) {
      if (isHidden) continue
      for await (const { rows } of batches) seen.push([name, rows[0]?.cells[0]])
    }
  }
  await expect(readAll()).rejects.toThrow('its sheet "Lost" can’t be found')
  expect(seen).toEqual([
    ['Notes', { type: 'number', value: 1, text: '1', style: plainStyle }],
    ['Ward 4', { type: 'number', value: 41, text: '41', style: { ...plainStyle, minDigits: 5 } }],
  ])
})

test('the decompressed bytes of all sheets are counted together, including sheets that are left early', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => cell(at)).join('')
  const file = makeXlsx(rows, {
    'xl/workbook.xml': workbookXml([
      { name: 'A', id: 'rId1' },
      { name: 'B', id: 'rId2' },
    ]),
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      { id: 'rId1', kind: 'worksheet', target: 'worksheets/sheet1.xml' },
      { id: 'rId2', kind: 'worksheet', target: 'worksheets/sheet2.xml' },
    ]),
    'xl/worksheets/sheet2.xml': sheetXml(rows),
  })
  const names: string[] = []
  const read = async (inflatedBytes: number) => {
    for await (const { name, batches } of readSheets(file, { inflatedBytes })) {
      names.push(name)
      for await (const { rows: some } of batches) if (some.length > 0) break
    }
  }
  await read(2 * 150_000)
  await expect(read(100_000)).rejects.toHaveProperty('code', 'content_too_large')
  expect(names).toEqual(['A', 'B', 'A', 'B'])
})

test('[import-33] hidden columns are known before the first row, and impossible ranges take no time', async () => {
  const columns = [
    '<col min="2" max="3" hidden="1"/>',
    '<col min="4" max="4" hidden="0"/>',
    '<col min="5" max="5"/>',
    '<col min="-1000000000" max="1" hidden="true"/>',
    '<col min="255" max="1000000000" hidden="1"/>',
    '<col min="x" max="y" hidden="1"/>',
    '<col hidden="1"/>',
  ]
  const rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="A1048576" t="str"><v> </v></c></row>'
  const xml = sheetXml(rows).replace('<sheetData>', `<cols>${columns.join('')}</cols><sheetData>`)
  const found: number[][] = []
  let last = 0
  for await (const batch of readSheet(makeXlsx('', { 'xl/worksheets/sheet1.xml': xml }))) {
    found.push([...batch.hiddenColumns])
    last = batch.rows.at(-1)?.rowNumber ?? last
  }
  expect(found).toEqual([[1, 2, 0, 254, 255]])
  expect(last).toBe(1_048_576)
})
