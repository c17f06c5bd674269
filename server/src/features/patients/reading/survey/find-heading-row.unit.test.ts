import { expect, test } from 'vitest'
import type { Cell, Row } from '../../../../core/spreadsheet/cells.ts'
import { plainStyle } from '../../../../core/spreadsheet/styles.ts'
import { findHeadingRow, type HeadingRow, repeatedHeading } from './find-heading-row.ts'
import { errorWithoutTable } from '../no-table.ts'
import { RejectedImport } from '../import-error.ts'

const text = (value: string): Cell => ({ type: 'text', text: value })
const rowOf = (rowNumber: number, ...cells: (string | undefined)[]): Row => ({
  rowNumber,
  cells: cells.map((cell) => (cell === undefined ? undefined : text(cell))),
  isHidden: false,
})
const findHeader = (rows: Row[]): HeadingRow => {
  const found = findHeadingRow(rows, true)
  if ('has' in found) throw errorWithoutTable([{ name: 'Sheet1', found }])
  return found
}
const known = ({ headings }: HeadingRow) =>
  Object.fromEntries(headings.flatMap(({ exact, index }) => (exact === null ? [] : [[exact, index]])))
const message = (rows: Row[]): string => {
  try {
    return repeatedHeading(findHeader(rows)) ?? 'found'
  } catch (error) {
    if (error instanceof RejectedImport) return error.message
    throw error
  }
}

test('the published table is read: headings below a title, one of them unknown', () => {
  const headings = [
    'Num.',
    'subject_ID',
    'Sex(M/F)',
    'Age(year)',
    'Height(cm)',
    'Weight(kg)',
    'Systolic Blood Pressure(mmHg)',
    'Diastolic Blood Pressure(mmHg)',
    'Heart Rate(b/m)',
    'BMI(kg/m^2)',
    'Hypertension',
    'Diabetes',
    'cerebral infarction',
    'cerebrovascular disease',
  ]
  const layout = findHeader([rowOf(1, 'Cardiovascular data', undefined, 'Medical record'), rowOf(2, ...headings)])
  expect(layout).toMatchObject({ rowNumber: 2, isExact: true })
  expect(Object.keys(known(layout))).toHaveLength(13)
  expect(layout.headings[9]).toMatchObject({ index: 9, label: 'BMI(kg/m^2)', exact: 'bmi' })
  expect(layout.headings.filter(({ exact }) => exact === null)).toMatchObject([{ label: 'Heart Rate(b/m)' }])
})

test("[import-19] the console's headings are found in any order, case and spacing", () => {
  const layout = findHeader([
    rowOf(1, undefined),
    rowOf(4, ' BMI  (KG/M²)', 'subject id', undefined, 'MEMBER  ID', 'Systolic bp(mmhg)', 'height (cm)'),
  ])
  expect(layout.rowNumber).toBe(4)
  expect(known(layout)).toEqual({
    bmi: 0,
    subjectId: 1,
    memberId: 3,
    systolicBloodPressure: 4,
    height: 5,
  })
})

test('a row of values that resemble headings is not mistaken for the header', () => {
  const rows = [
    rowOf(1, 'Member ID', 'Subject ID', 'Diabetes'),
    rowOf(2, 'Hypertension', 'Diabetes', 'Sex', 'Age', 'Cerebral infarction'),
  ]
  expect(findHeader(rows).rowNumber).toBe(1)
})

test("a patient's row is not mistaken for the headings, and missing columns are listed", () => {
  const patient = rowOf(5, '7', '9', 'Diabetes', 'cerebral infarction', 'cerebrovascular disease')
  expect(message([rowOf(1, 'Patient', 'Subject', 'Findings'), patient])).toBe(
    'The sheet has no known heading in its first 50 rows and begins with “Patient”, “Subject” and “Findings”. One row must contain the headings: Member ID, Subject ID and so on, as in the template.',
  )
  const notes = Array.from({ length: 50 }, (_, index) => rowOf(index + 1, `Note ${index + 1}`))
  expect(message([...notes, rowOf(51, 'Member ID', 'Subject ID', 'Sex')])).toContain('and begins with “Note 1”.')
  expect(message([rowOf(3, 'Sex', 'Diabetes'), patient])).toBe(
    'The sheet has Sex and Diabetes in row 3, but no Member ID. Add a column “Member ID” with an ID for each patient that stays the same in later files.',
  )
  expect(message([rowOf(3, 'Subject ID', 'Sex', 'Age')])).toBe(
    'The sheet has Subject ID, Sex and Age in row 3, but no Member ID. Add a column “Member ID” with an ID for each patient that stays the same in later files.',
  )
  expect(message([])).toBe('The sheet is empty.')
})

test('the subject ID may be missing, but a list of the columns is not a table', () => {
  expect(known(findHeader([rowOf(2, 'Age', 'Num.')]))).toEqual({ age: 0, memberId: 1 })
  const legend = ['Num.', 'subject_ID', 'Sex(M/F)', 'Age(year)'].map((name, index) => rowOf(index + 1, name, 'text'))
  expect(message(legend)).toMatch(
    /^The sheet has Member ID in row 1, but no other heading\. One row must contain the headings/,
  )
})

test('for several sheets, the error says what each of them contains', () => {
  const sheets = [[], [rowOf(1, 'Plan of March')], [rowOf(3, 'Sex', 'Age')], [rowOf(2, undefined)]]
  const passed = sheets.map((rows, index) => {
    const found = findHeadingRow(rows, true)
    if (!('has' in found)) throw new Error('must not be a table')
    return { name: `Sheet${index + 1}`, found }
  })
  expect(errorWithoutTable(passed).message).toBe(
    'No visible sheet has the headings of the table. “Sheet1” is empty. “Sheet2” has no known heading in its first 50 rows and begins with “Plan of March”. “Sheet3” has Sex and Age in row 3, but no Member ID. “Sheet4” has no known heading in its first 50 rows. One row must contain the headings: Member ID, Subject ID and so on, as in the template.',
  )
  expect(errorWithoutTable(Array(12).fill(passed[0])).message).toContain('2 more sheets have none either.')
})

test('a duplicate column is reported with both positions', () => {
  expect(message([rowOf(1, 'Member ID', 'Subject ID', 'Height', undefined, 'Height(cm)')])).toBe(
    'The columns C (“Height”) and E (“Height(cm)”) are both Height(cm). Remove one of them.',
  )
})

test('headings are only searched for in the first rows', () => {
  const notes = Array.from({ length: 50 }, (_, index) => rowOf(index + 1, 'a note'))
  expect(message([...notes, rowOf(51, 'Member ID', 'Subject ID')])).toContain('in its first 50 rows')
  expect(message([...notes.slice(1), rowOf(51, 'Member ID', 'Subject ID')])).toBe('found')
})

test('a heading has at most 100 characters', () => {
  const long = (length: number) => rowOf(1, 'Subject ID', 'Member ID'.padEnd(length, '\u0301'))
  expect(Object.keys(known(findHeader([long(100)])))).toHaveLength(2)
  expect(message([long(101)])).toContain('Member ID')
})

test('headings that resemble known ones make a row the header if no row has known ones', () => {
  const rows = [rowOf(1, 'Ward 3'), rowOf(3, 'MRN', 'Gender', 'SBP', 'Weight (lb)', 'Remark')]
  expect(findHeadingRow(rows)).toMatchObject({
    rowNumber: 3,
    isExact: false,
    headings: [
      { label: 'MRN', exact: null, suggestions: [{ key: 'memberId', unit: null }] },
      { label: 'Gender', suggestions: [{ key: 'sex' }] },
      { label: 'SBP', suggestions: [{ key: 'systolicBloodPressure' }] },
      { label: 'Weight (lb)', suggestions: [{ key: 'weight', unit: 'lb' }] },
      { label: 'Remark', suggestions: [] },
    ],
  })
  expect(findHeadingRow([rowOf(1, 'Subject ID', 'Sex', 'Age')])).toMatchObject({ rowNumber: 1, isExact: false })
  expect(findHeadingRow([rowOf(1, 'Item', 'Price'), rowOf(2, 'Tea', '3')])).toMatchObject({ has: 'texts' })
})

test('two columns with the same heading are distinguished by their letters', () => {
  const found = findHeadingRow([rowOf(1, 'Member ID', 'Weight', 'Sex', 'Weight')])
  expect(found).toMatchObject({
    headings: [{}, { label: 'Weight (column B)' }, {}, { label: 'Weight (column D)', title: 'Weight' }],
  })
})

test('a sheet whose rows are columns is rejected with how to change it', () => {
  const numbers = (row: Row, ...values: number[]): Row => ({
    ...row,
    cells: [
      ...row.cells,
      ...values.map((value): Cell => ({ type: 'number', value, text: `${value}`, style: plainStyle })),
    ],
  })
  const transposed = [
    numbers(rowOf(1, 'Member ID'), 1, 2, 3),
    rowOf(2, 'Sex', 'M', 'F', 'M'),
    numbers(rowOf(3, 'Age'), 40, 50, 60),
    numbers(rowOf(4, 'Gewicht'), 70, 80, 90),
  ]
  const expected =
    'The sheet has rows that look like columns: Member ID, Sex, Age and Weight(kg) one below the other in column A. Transpose the table, so that each patient has a row, and choose it again.'
  expect(message(transposed)).toBe(expected)
  expect(findHeadingRow(transposed)).toMatchObject({ has: 'headings_below' })
})
