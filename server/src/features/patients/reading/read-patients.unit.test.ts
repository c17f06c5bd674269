import { expect, test } from 'vitest'
import { type Line, readQuestions, readRows } from '../../../../testing/patients/sheets.ts'
import { makeXlsx, stylesXml } from '../../../../testing/spreadsheet/workbook-parts.ts'
import { readSheets } from '../../../core/spreadsheet/read-sheets.ts'
import { type ReadPatients, readPatients } from './read-patients.ts'
import { type ImportError, RejectedImport } from './import-error.ts'

const headings = ['Member ID', 'Subject ID', 'Sex', 'Age', 'Heart rate', 'Systolic BP (mmHg)', 'Diastolic BP (mmHg)']

/** Reads the file as the one-step import does, which asks nothing. */
async function outcome(lines: Line[]): Promise<{ read: ReadPatients } | { rejected: ImportError }> {
  try {
    return { read: await readRows([{ lines }], { asksNothing: true }) }
  } catch (error) {
    if (error instanceof RejectedImport) return { rejected: error.error }
    throw error
  }
}

test('values are in the column order of the table, whatever the order in the file', async () => {
  const progress: number[] = []
  const lines: Line[] = [headings, [9, 2, 'F', 52, 70, 130, 80], ['010', 3, undefined, undefined, 71]]
  const read = await readRows([{ lines }], { onProgress: (rowsRead) => progress.push(rowsRead) })
  expect(read.rows).toEqual([
    ['9', '2', 'Female', 52, null, null, 130, 80, null, null, null, null, null],
    ['010', '3', null, null, null, null, null, null, null, null, null, null, null],
  ])
  expect(read).toMatchObject({ sheetName: 'Sheet1', headerRow: 1, columnCount: 7, ignoredColumns: ['Heart rate'] })
  expect(progress.at(-1)).toBe(2)
})

test('notes beside and above the table are not rows, and values without a heading are reported as ignored', async () => {
  const result = await outcome([
    ['My ward'],
    headings,
    [1, 2],
    [undefined, undefined, undefined, undefined, 'see below'],
    [3, 4, 'M', 5, 6, 120, 80, 'x'],
  ])
  expect(result).toMatchObject({ read: { ignoredColumns: ['Heart rate', 'Column H'], headerRow: 2 } })
  expect('read' in result && result.read.rows).toHaveLength(2)
})

test('every error is reported with its row, heading, value and reason, and with the patient if the row has an ID', async () => {
  const result = await outcome([
    headings,
    [1, 1, 'W', 'ten', 0, 120, 80],
    [undefined, 2, 'F', 30, 0, 130, 80],
    [1, 3, 'M', 40, 0, 7, 80],
  ])
  expect(result).toEqual({
    rejected: {
      code: 'unprocessable',
      message: '4 values in 3 rows can’t be read. Nothing was imported.',
      errorCount: 4,
      errors: [
        { memberId: '1', sheet: 'Sheet1', row: 2, column: 'Sex', value: 'W', reason: 'Must be Female or Male' },
        { memberId: '1', sheet: 'Sheet1', row: 2, column: 'Age', value: 'ten', reason: 'Not a number' },
        { sheet: 'Sheet1', row: 3, column: 'Member ID', value: '', reason: 'Missing. Every row needs one' },
        {
          memberId: '1',
          sheet: 'Sheet1',
          row: 4,
          column: 'Member ID',
          value: '1',
          reason: 'Appears twice, first in row 2',
        },
      ],
    },
  })
})

test('a value that only looks wrong is imported unchanged, counted and listed', async () => {
  const result = await outcome([
    headings,
    [1, 3, 'M', 40.5, 0, 120, 80],
    [2, undefined, 'F', 30, 0, 80, 80],
    [3, 3, 'M', 40, 0, 7, 80],
  ])
  if (!('read' in result)) throw new Error('must be read')
  expect(result.read.rows.map((row) => [row[1], row[3], row[6]])).toEqual([
    ['3', 40.5, 120],
    [null, 30, 80],
    ['3', 40, 7],
  ])
  expect(result.read).toMatchObject({
    warningCount: 6,
    warnings: [
      { row: 2, column: 'Age', value: '40.5', reason: 'Not a whole number' },
      { row: 3, column: 'Subject ID', value: '', reason: 'Missing' },
      { row: 3, column: 'Systolic BP (mmHg)', value: '80', reason: 'Not above the diastolic value, 80' },
      { row: 4, column: 'Systolic BP (mmHg)', value: '7', reason: 'Below 30 mmHg' },
      { row: 4, column: 'Subject ID', value: '3', reason: 'Appears twice, first in row 2' },
      { row: 4, column: 'Systolic BP (mmHg)', value: '7', reason: 'Not above the diastolic value, 80' },
    ],
  })
})

test('invisible characters are removed from ids, sex and diagnoses, and each such value is a warning', async () => {
  const result = await outcome([
    [...headings, 'Diabetes'],
    ['1\u200B', '\u202E7', 'Fe\u2060male', '52\u00AD', 0, 120, 80, 'none\u200E'],
    ['2', '8', 'M', 40, 0, 120, 80, 'علی\u200Cپور'],
  ])
  if (!('read' in result)) throw new Error('must be read')
  expect(result.read.rows.map((row) => row.filter((value) => value !== null))).toEqual([
    ['1', '7', 'Female', 52, 120, 80, 'none'],
    ['2', '8', 'Male', 40, 120, 80, 'علی\u200Cپور'],
  ])
  expect(result.read.warningCount).toBe(5)
  expect(result.read.warnings.map(({ row, column, reason }) => `${row} ${column}: ${reason}`)).toEqual(
    ['Member ID', 'Subject ID', 'Sex', 'Age', 'Diabetes'].map(
      (column) => `2 ${column}: Invisible characters were removed`,
    ),
  )
})

test('an ID that consists of invisible characters is missing, and one that differs only in them is a duplicate', async () => {
  const result = await outcome([headings, ['\u200B\u2060', 1], ['1', 2], ['1\u200B', 3]])
  expect(result).toMatchObject({
    rejected: {
      errors: [
        { row: 2, reason: 'Missing. Every row needs one' },
        { row: 4, reason: 'Appears twice, first in row 3' },
      ],
    },
  })
})

test('a file without the column of subject IDs has one warning about it', async () => {
  const result = await outcome([
    ['Member ID', 'Age'],
    [1, 40],
    [2, 41],
  ])
  expect(result).toMatchObject({
    read: {
      missingColumns: expect.arrayContaining(['subjectId', 'height']),
      warningCount: 1,
      warnings: [
        { row: 1, column: 'Subject ID', value: '', reason: 'The column is missing, so no patient has a value' },
      ],
    },
  })
})

test('the sheet with the headings is read, and its name is reported', async () => {
  const legend: Line[] = [
    ['Num.', 'number of the patient'],
    ['Age(year)', 'in years'],
  ]
  const sheets = [{ lines: [['Notes']] }, { lines: [] }, { lines: legend }]
  const read = await readRows([...sheets, { lines: [headings, [1, 2]] }])
  expect(read).toMatchObject({ sheetName: 'Sheet4', rows: [['1', '2', ...Array(11).fill(null)]] })
  await expect(readRows(sheets)).rejects.toThrow('“Sheet3” has Member ID in row 1')
})

test('a hundred errors are listed and all are counted; long values are shortened', async () => {
  const lines = Array.from({ length: 250 }, (_, index): Line => [index, index, 'unknown'.repeat(20)])
  const result = await outcome([headings, ...lines])
  if (!('rejected' in result)) throw new Error('must be rejected')
  expect(result.rejected.errors).toHaveLength(100)
  expect(result.rejected.errorCount).toBe(250)
  expect(result.rejected.message).toBe('250 values in 250 rows can’t be read. Nothing was imported.')
  expect(result.rejected.errors?.[0]?.value).toHaveLength(41)
})

test('a sheet without rows is rejected, because it would empty the table', async () => {
  expect(await outcome([headings])).toMatchObject({ rejected: { message: expect.stringContaining('no rows below') } })
  expect(await outcome([])).toMatchObject({ rejected: { message: 'The sheet is empty.' } })
})

test('[import-24] an ID that a spreadsheet program has converted is rejected with its row, its text and the cause', async () => {
  const labels = ['Member ID', 'Subject ID', 'Sex(M/F)', 'Age(year)']
  const heading = labels.map((label) => `<c t="inlineStr"><is><t>${label}</t></is></c>`).join('')
  const rows = [
    '<c s="2"><v>12345671</v></c><c s="3"><v>41</v></c>',
    '<c s="1"><v>46086</v></c><c><v>1</v></c>',
    '<c><v>3.1010119800101e+17</v></c><c><v>2</v></c>',
    '<c t="b"><v>1</v></c><c><v>0.5</v></c>',
  ]
  const xml = [heading, ...rows].map((cells, index) => `<row r="${index + 1}">${cells}</row>`)
  const styles = { 'xl/styles.xml': stylesXml([0, 14, 164, 165], { 164: '000\\-00\\-0000', 165: '"MRN-"00000' }) }
  const read = async (count: number) => {
    const file = makeXlsx(xml.slice(0, count).join(''), styles)
    const options = { open: () => readSheets(file), answers: {}, asksNothing: true }
    return readPatients({ ...options, findRemembered: async () => null, onProgress: () => {} })
  }
  expect(await read(2)).toMatchObject({ rows: [['012-34-5671', 'MRN-00041', ...Array<null>(11).fill(null)]] })
  const rejected = await read(5).catch((error: unknown) => error)
  expect(rejected).toMatchObject({
    error: {
      errors: [
        {
          row: 3,
          column: 'Member ID',
          value: '2026-03-05',
          reason: expect.stringMatching(/^A date or a time, not an ID/),
        },
        {
          row: 4,
          column: 'Member ID',
          value: '3.1010119800101e+17',
          reason: expect.stringMatching(/at most 15 digits/),
        },
        { row: 5, column: 'Member ID', value: 'TRUE', reason: expect.stringMatching(/^TRUE or FALSE, not an ID/) },
        { row: 5, column: 'Subject ID', value: '0.5', reason: expect.stringMatching(/^Not a whole number/) },
      ],
    },
  })
})

test('[import-31] if nothing may be asked, a row that is not a patient rejects the file unless the answers decide', async () => {
  const lines: Line[] = [
    headings,
    ['A1', 'S1', 'F', 40],
    ['A2', 'S2', 'M', 50],
    [null, null, null, 45],
    ['Mean', null, null, 45],
  ]
  expect(await outcome(lines)).toMatchObject({
    rejected: {
      errors: [
        { row: 4, column: 'Member ID', reason: 'Missing. Every row needs one' },
        { row: 5, column: 'Member ID', value: 'Mean', reason: expect.stringMatching(/^Doesn’t look like a patient/) },
      ],
    },
  })
  const answers = { rowsWithoutId: 'leave_out', unlikeRows: 'leave_out' } as const
  const read = await readRows([{ lines }], { asksNothing: true, answers })
  expect(read.rows).toHaveLength(2)
  expect(read.warnings.map(({ row, reason }) => ({ row, reason }))).toEqual([
    { row: 4, reason: 'Skipped: 1 row with no ID' },
    { row: 5, reason: 'Skipped: 1 row with what looks like a heading, a total or another table' },
  ])
})

test('[import-31] rows without an ID in the column chosen for it lead to a question', async () => {
  const lines: Line[] = [
    [...headings, 'Chart'],
    ['A1', 'S1', 'F', 40, 70, 120, 80, 'C-1'],
    ['A2', 'S2', 'M', 50, 70, 120, 80, null],
  ]
  const answers = { columns: { memberId: { heading: 'Chart' } } }
  const { open } = await readQuestions([{ lines }], { answers })
  expect(open).toMatchObject([
    { kind: 'rows', of: 'without_id', count: 1, rows: [{ row: 3, cells: ['A2', 'S2', 'M', '50', '70'] }] },
  ])
  expect((await readRows([{ lines }], { answers: { ...answers, rowsWithoutId: 'leave_out' } })).rows).toHaveLength(1)
})

test('[import-34] one press confirms the proposals that nothing contradicts, and not the member ID', async () => {
  const lines: Line[] = [
    ['MRN', 'Gender', 'DOB', 'Ht (in)', 'Wt', 'SBP (mmHg)', 'DBP', 'DBP 2 (mmHg)', 'HTN', 'Study id', 'DM'],
    ['N1', 'F', '1960-01-01', 64, 70, 120, 80, 81, 'Normal', 'S1', 'Type 2 Diabetes'],
    ['N2', 'M', '1961-01-01', 66, 80, 130, 85, 84, 'Normal', 'S2', 'Type 2 Diabetes'],
  ]
  const { open } = await readQuestions([{ lines }])
  const sure = open.flatMap((question) => (question.kind === 'column' && question.isSure ? question.columns : []))
  expect(sure).toEqual([
    'sex',
    'age',
    'height',
    'systolicBloodPressure',
    'diastolicBloodPressure',
    'hypertension',
    'diabetes',
  ])
})

test('a text that occurs once in place of a number is an error, and an answer can make it empty', async () => {
  const lines: Line[] = [headings, ['A1', 'S1', 'F', 'ten'], ['A2', 'S2', 'M', 50]]
  const rejected = await readRows([{ lines }]).catch((error: unknown) => error)
  expect(rejected).toMatchObject({
    error: { errors: [{ row: 2, value: 'ten' }] },
    understood: { reading: { questions: [{ id: 'words:age', isAnswered: true, words: [{ text: 'ten', rows: 1 }] }] } },
  })
  const { rows } = await readRows([{ lines }], { answers: { words: { age: { ten: null } } } })
  expect(rows.map((row) => row[3])).toEqual([null, 50])
})

test('without questions, a hidden column with a known heading is read although a visible one resembles it', async () => {
  const lines = [
    ['Member ID', 'Subject ID', 'Age', 'Alter'],
    ['1', 'S1', 40, 41],
  ]
  const read = await readRows([{ lines, hiddenColumns: [2] }], { asksNothing: true })
  expect(read.rows.map((row) => row[3])).toEqual([40])
  expect(read.reading.shown.columns).toContainEqual({ column: 'age', heading: 'Age', unit: 'years', by: 'heading' })
})
