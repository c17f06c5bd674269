import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { expect, test } from 'vitest'
import { makeSheets, type SheetOf } from '../../../../testing/spreadsheet/sheets-workbook.ts'
import { readSheets } from '../../../core/spreadsheet/read-sheets.ts'
import { readPatients } from './read-patients.ts'

const headings = ['Member ID', 'Subject ID', 'Sex']
const ward: SheetOf = { name: 'Ward', rows: [headings, ['1', 'S1', 'F'], ['2', 'S2', 'M']] }
const wide: SheetOf = { name: 'Plan', rows: [[...Array<undefined>(256), 'x']] }
const wideWard: SheetOf = { name: 'Wide ward', rows: [headings, ['1', 'S1', 'F', ...Array<undefined>(253), 'x']] }

/** Reads a real workbook, as an import does. */
const read = (
  sheets: SheetOf[],
  { answers = {}, asksNothing = false }: { answers?: ImportAnswers; asksNothing?: boolean } = {},
) =>
  readPatients({
    open: () => readSheets(makeSheets(sheets)),
    answers,
    asksNothing,
    findRemembered: async () => null,
    onProgress: () => {},
  })

test.each([false, true])(
  'only a sheet with columns beyond the limit is rejected, by its name (asks nothing: %s)',
  async (asksNothing) => {
    const found = await read([wide, ward, wideWard], { asksNothing })
    expect(found).toMatchObject({
      sheetName: 'Ward',
      rows: [{}, {}],
      reading: {
        shown: {
          notes: [
            expect.stringMatching(/^The sheet “Plan” wasn’t read\. .*256 columns/),
            expect.stringMatching(/^The sheet “Wide ward” wasn’t read\. .*256 columns/),
          ],
        },
      },
    })
  },
)

test('a file whose only table is too wide is rejected with the name of the sheet', async () => {
  await expect(read([{ name: 'Notes', rows: [['Made in March']] }, wide])).rejects.toThrow(
    /begins with “Made in March”.* The sheet “Plan” wasn’t read\. .*256 columns/,
  )
})

test('[import-38] a rejection lists the hidden sheets with data; otherwise they do not matter', async () => {
  const hidden: SheetOf = { ...ward, name: 'Data 2026', isHidden: true }
  const empty: SheetOf = { name: 'Empty', rows: [], isHidden: true }
  const cover: SheetOf = { name: 'Cover', rows: [['Made in March']] }
  await expect(read([cover, hidden, empty])).rejects.toThrow(
    /begins with “Made in March”.* A hidden sheet wasn’t read: “Data 2026”\. If the patients are there, unhide the sheet, save the file and choose it again\.$/,
  )
  await expect(read([cover, hidden], { asksNothing: true })).rejects.toThrow('“Data 2026”')
  expect(await read([hidden, ward])).toMatchObject({ sheetName: 'Ward', reading: { shown: { notes: [] } } })
  const tooWide = { ...wide, isHidden: true }
  expect(await read([tooWide, ward])).toMatchObject({ sheetName: 'Ward', reading: { shown: { notes: [] } } })
})

test('the first fifty visible sheets are read, and the others are listed', async () => {
  const notes = Array.from({ length: 49 }, (_, index) => ({ name: `Note ${index}`, rows: [['text']] }))
  const found = await read([
    { ...ward, name: 'Hidden', isHidden: true },
    ward,
    ...notes,
    { ...ward, name: 'Last' },
    { ...ward, name: 'Very last' },
  ])
  expect(found).toMatchObject({
    rows: [{}, {}],
    reading: { shown: { notes: ['Only the first 50 visible sheets were read, not “Last”, “Very last”.'] } },
  })
})

test('merged ranges are stored up to a limit for the whole file, however many sheets there are', async () => {
  const rows = Array.from({ length: 8_000 }, (_, index) => [`${index}`, 'S', 'F'])
  const merged = Array.from({ length: 4_000 }, (_, index) => `B${2 * index + 2}:B${2 * index + 3}`)
  const sheets = ['North', 'South', 'East'].map((name) => ({ name, rows: [headings, ...rows], merged }))
  const found = await read(sheets)
  const { survey } = 'asking' in found ? found.asking.from : found.reading.from
  expect(survey.sheets.map((sheet) => sheet.merged.length)).toEqual([4_000, 4_000, 2_000])
})

test('hidden rows are included, and counted', async () => {
  const found = await read([{ ...ward, hiddenRows: [3] }])
  expect(found).toMatchObject({ rows: [{}, {}], reading: { shown: { hiddenRows: 1 } } })
})

test('other sheets with patients are listed with their rows, the likeliest first', async () => {
  const example = { name: 'Template', rows: [headings, ['x', 'x', 'F']] }
  const other = {
    name: 'Other',
    rows: [
      ['MRN', 'Gender', 'Age'],
      ['7', 'F', 40],
    ],
  }
  const found = await read([
    example,
    {
      name: 'Counts',
      rows: [
        ['Sex', 'Age'],
        ['F', 2],
      ],
    },
    ward,
    other,
  ])
  expect(found).toMatchObject({
    asking: {
      shown: {
        sheetNames: ['Ward'],
        questions: [
          {
            kind: 'sheets',
            sheets: [
              { name: 'Template', rows: 1 },
              { name: 'Ward', rows: 2 },
              { name: 'Other', rows: 1 },
            ],
            likeliest: 'Ward',
          },
        ],
      },
    },
  })
})
