import { expect, test } from 'vitest'
import { expectLayout, known, type Layout, mapped, one, two } from '../../../../../testing/patients/layouts.ts'
import { type Line, readQuestions, readRows } from '../../../../../testing/patients/sheets.ts'

/** Tests rows that are not patients, repeated IDs, and merged cells. */
const layouts: Record<string, Layout> = {
  'totals, footnotes and empty rows': {
    sheets: [known, one, two, [], ['Mean', null, null, 45, 175, 75], ['* measured twice'], ['Source: ward 3']],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'leave_out' },
    patients: [mapped, { memberId: '2' }],
  },
  'a total that is a patient after all': {
    sheets: [known, one, ['Total', null, null, 45, 175, 75]],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'import' },
    patients: [mapped, { memberId: 'Total', age: 45 }],
  },
  'rows with only the initial values of formulas, checkboxes and lists': {
    sheets: [
      known,
      one,
      two,
      ['', '', '', '', { type: 'error', code: '#DIV/0!' }, 0],
      [null, null, 'Select', { type: 'boolean', value: false }, null, ' '],
    ],
    asks: [],
    patients: [mapped, { memberId: '2' }],
  },
  'rows without an ID, left out': {
    sheets: [known, one, two, [null, null, null, 45, null, null], [null, 'S9', 'F', 40, 170, 70]],
    asks: ['rows:without_id'],
    says: { rowsWithoutId: 'leave_out' },
    patients: [mapped, { memberId: '2' }],
  },
  'rows without an ID, listed': {
    sheets: [known, one, two, [null, null, null, 45, null, null]],
    asks: ['rows:without_id'],
    says: { rowsWithoutId: 'reject' },
    rejected: 'Sheet1, row 4, Member ID, : Missing. Every row needs one',
  },
  'rows without an ID, in the column that was chosen for it': {
    sheets: [
      [...known, 'Chart'],
      [...one, 'C-1'],
      [...two, null],
    ],
    asks: [],
    says: { columns: { memberId: { heading: 'Chart' } }, rowsWithoutId: 'leave_out' },
    patients: [{ memberId: 'C-1', age: 40 }],
  },
  'headings that are repeated on each page': {
    sheets: [known, one, known, two],
    asks: [],
    patients: [mapped, { memberId: '2' }],
  },
  'another table below, with the same IDs': {
    sheets: [known, one, two, [], ['Laboratory'], ['ID', 'Glucose', 'LDL'], ['1', 5.1, 2.4], ['2', 6.3, 3.1]],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'leave_out' },
    patients: [mapped, { memberId: '2', age: 50 }],
  },
  'another table below, without a heading for its IDs': {
    sheets: [known, one, two, ['Probe', 'Marker', 'Glucose', 'LDL'], ['3', 'x', 5.1, 2.4], [null, 'y', 6.3, 3.1]],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'leave_out' },
    patients: [mapped, { memberId: '2', age: 50 }],
  },
  'another table below, whose headings could be values': {
    sheets: [known, one, two, ['Nr', 'K', 'Na'], ['1', 4.1, 140], ['3', 4.2, 141]],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'leave_out' },
    patients: [mapped, { memberId: '2' }],
  },
  'a patient of a group whose name is that of an ID': {
    sheets: [
      ['Group', ...known],
      ['patient', ...one],
      ['control', ...two],
      ['patient', 'A3', 'S3', 'Female'],
      ['control', '4'],
    ],
    asks: [],
    patients: [mapped, { memberId: '2' }, { memberId: 'A3', sex: 'Female' }, { memberId: '4' }],
  },
  'another table between two pages': {
    sheets: [known, one, ['ID', 'Glucose'], ['1', 5.1], known.map((title) => title.toUpperCase()), two],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'leave_out' },
    patients: [mapped, { memberId: '2', age: 50 }],
  },
  'the headings of an examination below, although they repeat two': {
    sheets: [[...known, 'Place'], one, two, ['Member ID', 'Subject ID', 'Glucose'], ['1', 'S1', 5.1]],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'leave_out' },
    patients: [mapped, { memberId: '2', age: 50 }],
  },
  'a patient with texts in place of numbers': {
    sheets: [known, one, two, ['3', 'S3', 'F', 'unknown', 'not measured', 'in plaster']],
    asks: ['words:age', 'words:height'],
    says: { words: { age: { unknown: null }, height: { 'not measured': null }, weight: { 'in plaster': null } } },
    patients: [mapped, { memberId: '2' }, { memberId: '3', age: null }],
  },
  'wards with their totals': {
    sheets: [
      known,
      ['North ward'],
      one,
      two,
      ['Average (n=2)', null, null, 45, 175, 75],
      ['South ward'],
      ['3', 'S3', 'F', 60, 160, 60],
      ['Confidential'],
    ],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'leave_out' },
    patients: [mapped, { memberId: '2' }, { memberId: '3' }],
  },
  'only rows without an ID': {
    sheets: [known, [null, 'S1', 'F', 40, 170, 70]],
    asks: ['rows:without_id'],
    says: { rowsWithoutId: 'leave_out' },
    rejected: 'Every row below the headings was skipped. Nothing was imported.',
  },
  'several rows of one ID: the last': {
    sheets: [known, one, [...one.slice(0, 5), 99], two],
    asks: ['repeated_ids'],
    says: { repeatedIds: 'last' },
    patients: [{ memberId: '1', weight: 99 }, { memberId: '2' }],
  },
  'labels below the names of variables': {
    sheets: [
      ['record_id', 'sex', 'age', 'height_cm', 'weight_kg'],
      ['Record ID', 'Sex at birth', 'Age at enrolment', 'Height (cm)', 'Weight (kg)'],
      ['1', 'F', 40, 170, 70],
      ['2', 'M', 50, 180, 80],
    ],
    asks: ['column:memberId'],
    patients: [{ memberId: '1', sex: 'Female' }, { memberId: '2' }],
  },
  'several rows of one ID: the first': {
    sheets: [known, one, [...one.slice(0, 5), 99], two],
    asks: ['repeated_ids'],
    says: { repeatedIds: 'first' },
    patients: [{ memberId: '1', weight: 70 }, { memberId: '2' }],
  },
  'several rows of one ID: none': {
    sheets: [known, one, [...one.slice(0, 5), 99], two],
    asks: ['repeated_ids'],
    says: { repeatedIds: 'reject' },
    rejected: 'Sheet1, row 3, Member ID, 1: Appears twice, first in row 2',
  },
  'merged IDs apply to each of their rows if an answer says so': {
    sheets: [
      {
        lines: [known, one, [null, 'S2', 'M', 50, 180, 80], ['3', 'S3', 'F', 60, 160, 60]],
        merged: [{ firstRow: 2, lastRow: 3, firstColumn: 0, lastColumn: 0 }],
      },
    ],
    asks: ['rows:without_id', 'merged'],
    says: { rowsWithoutId: 'leave_out', fillMerged: true, repeatedIds: 'last' },
    patients: [{ memberId: '1', subjectId: 'S2' }, { memberId: '3' }],
  },
  'merged cells fill down if an answer says so': {
    sheets: [
      {
        lines: [
          ['Member ID', 'Subject ID', 'Sex'],
          ['1', 'S1', 'F'],
          ['2', 'S2', null],
          ['3', 'S3', 'M'],
        ],
        merged: [{ firstRow: 2, lastRow: 3, firstColumn: 2, lastColumn: 2 }],
      },
    ],
    asks: ['merged'],
    says: { fillMerged: true },
    patients: [{ sex: 'Female' }, { sex: 'Female' }, { sex: 'Male' }],
  },
}

test.each(Object.entries(layouts))('rows are sorted into patients and others: %s', (_name, layout) =>
  expectLayout(layout),
)

test.each([
  ['first', ['41.5', '50.5']],
  ['last', ['40.5', '51.5']],
] as const)('of several rows of one ID, only the %s is warned about', async (repeatedIds, ages) => {
  const withAge = (line: Line, years: number): Line => [...line.slice(0, 3), years, ...line.slice(4)]
  const lines = [known, withAge(one, 41.5), withAge(two, 50.5), withAge(one, 300.5), withAge(one, 40.5)]
  const { warnings, allWarnings, warningCount } = await readRows([{ lines }, { lines: [known, withAge(two, 51.5)] }], {
    answers: { sheets: ['Sheet1', 'Sheet2'], repeatedIds },
  })
  expect(warnings.map(({ value }) => value)).toEqual(ages)
  expect(allWarnings).toEqual(warnings)
  expect(warningCount).toBe(2)
})

test('a question about another table shows where it begins and how many rows it has', async () => {
  const lines = [
    known,
    one,
    two,
    ['Laboratory'],
    ['ID', 'Glucose'],
    ['1', 5.1],
    ['2', 6.3],
    known,
    ['3', ...one.slice(1)],
  ]
  const { open } = await readQuestions([{ lines }])
  expect(open).toMatchObject([{ id: 'rows:unlike', count: 4, tables: [{ sheet: 'Sheet1', row: 5, rows: 2 }] }])
})

test('at most ten other tables are listed', async () => {
  const others = Array.from({ length: 30 }, (): Line[] => [
    ['ID', 'Glucose'],
    ['1', 5.1],
  ]).flat()
  const { open } = await readQuestions([{ lines: [known, one, two, ...others] }])
  const tables = Array.from({ length: 10 }, (_, index) => ({ sheet: 'Sheet1', row: 4 + 2 * index, rows: 1 }))
  expect(open).toMatchObject([{ id: 'rows:unlike', count: 60, tables }])
})
