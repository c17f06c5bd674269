import { expect, test } from 'vitest'
import type { Cell, Row } from '../../spreadsheet/cells.ts'
import { findHeader } from './find-header.ts'
import { RefusedImport } from './refusal.ts'

const text = (value: string): Cell => ({ type: 'text', text: value })
const rowOf = (rowNumber: number, ...cells: (string | undefined)[]): Row => ({
  rowNumber,
  cells: cells.map((cell) => (cell === undefined ? undefined : text(cell))),
})
const refusal = (rows: Row[]): string => {
  try {
    findHeader(rows)
    return 'found'
  } catch (error) {
    if (error instanceof RefusedImport) return error.message
    throw error
  }
}

test('the published table: headings below a title, one of them unknown', () => {
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
  expect(layout.headerRow).toBe(2)
  expect(layout.columns.size).toBe(13)
  expect(layout.columns.get('bmi')).toEqual({ index: 9, heading: 'BMI(kg/m^2)' })
  expect([...layout.ignored.values()]).toEqual(['Heart Rate(b/m)'])
})

test("the console's headings, in any order, case and spacing", () => {
  const layout = findHeader([
    rowOf(1, undefined),
    rowOf(4, ' BMI  (KG/M²)', 'subject id', undefined, 'MEMBER  ID', 'Systolic bp(mmhg)', 'height (cm)'),
  ])
  expect(layout.headerRow).toBe(4)
  expect(Object.fromEntries([...layout.columns].map(([key, { index }]) => [key, index]))).toEqual({
    bmi: 0,
    subjectId: 1,
    memberId: 3,
    systolicBloodPressure: 4,
    height: 5,
  })
})

test('a row of values that read like headings is not mistaken for the header', () => {
  const rows = [
    rowOf(1, 'Member ID', 'Subject ID', 'Diabetes'),
    rowOf(2, 'Hypertension', 'Diabetes', 'Sex', 'Age', 'Cerebral infarction'),
  ]
  expect(findHeader(rows).headerRow).toBe(1)
})

test('a missing required column is named', () => {
  expect(refusal([rowOf(3, 'Subject ID', 'Sex', 'Age')])).toBe(
    'The column Member ID is missing. The headings were found in row 3.',
  )
  expect(refusal([rowOf(1, 'Sex', 'Age')])).toContain('The column Member ID and the column Subject ID')
  expect(refusal([rowOf(1, 'one', 'two')])).toContain('No headings were found')
})

test('a duplicate column is reported with both places', () => {
  expect(refusal([rowOf(1, 'Member ID', 'Subject ID', 'Height', undefined, 'Height(cm)')])).toBe(
    'The columns C (“Height”) and E (“Height(cm)”) are both Height(cm). Remove one of them.',
  )
})

test('headings are only searched for in the first rows', () => {
  const notes = Array.from({ length: 50 }, (_, index) => rowOf(index + 1, 'a note'))
  expect(refusal([...notes, rowOf(51, 'Member ID', 'Subject ID')])).toContain('in the first 50 rows')
  expect(refusal([...notes.slice(1), rowOf(51, 'Member ID', 'Subject ID')])).toBe('found')
})
