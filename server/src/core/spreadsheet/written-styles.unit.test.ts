import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readRows } from '../../../testing/spreadsheet/read-all.ts'
import { writeWorkbook, type WrittenCell } from './write-workbook.ts'
import { dateFormats } from './written-styles.ts'

test('a date remains one after more formats than a workbook can have, whatever these contain', async () => {
  const odd = ['"', '<&>', '\\', '_x000D_', ';;;'].map((text) => `"${text.replaceAll('"', '')}"General`)
  const many = Array.from({ length: 300 }, (_, index) => `General" u${index}"`)
  const cells = [...odd, ...many].map((format): WrittenCell => ({ digits: '1.50', format }))
  const days = Object.values(dateFormats).map((format): WrittenCell => ({ digits: '46086.4375', format }))
  const rows = [...cells, ...days].map((cell, index) => ({ rowNumber: index + 1, cells: [cell] }))
  const file = await buffer(writeWorkbook([{ name: 'A', columns: [{ type: 'number' }], batches: [{ rows }] }]))
  const read = (await readRows(file)).map((row) => row.cells[0])
  expect(read.slice(0, cells.length).every((cell) => cell?.type === 'number' && cell.text === '1.50')).toBe(true)
  expect(read.slice(cells.length).map((cell) => cell?.type)).toEqual(['date', 'date', 'date'])
})
