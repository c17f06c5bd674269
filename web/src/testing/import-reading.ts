import type { FileColumn, ImportQuestion, ImportReading } from '@health-console/contract/patients/questions.ts'

const column = (heading: string, samples: string[], unit: string | null = null): FileColumn => ({
  heading,
  isHidden: false,
  samples,
  words: [],
  different: null,
  numbers: 0,
  dates: 0,
  empty: 0,
  range: [],
  unit,
})

const questions: ImportQuestion[] = [
  {
    id: 'sheets',
    isAnswered: false,
    kind: 'sheets',
    sheets: [
      { name: 'Northgate', rows: 8020, days: [] },
      { name: 'Eastmoor', rows: 1204, days: [] },
      { name: 'Harrow Vale', rows: 1187, days: [] },
    ],
    likeliest: 'Northgate',
  },
  {
    id: 'column:pressure',
    isAnswered: false,
    kind: 'column',
    columns: ['systolicBloodPressure', 'diastolicBloodPressure'],
    proposal: { heading: 'Blood Pressure', unit: 'mmHg', unitHeading: null, isSplit: true },
    isSure: true,
  },
  {
    id: 'column:age',
    isAnswered: false,
    kind: 'column',
    columns: ['age'],
    proposal: { heading: 'DOB', unit: 'date of birth', unitHeading: null, isSplit: false },
    isSure: true,
  },
  {
    id: 'column:height',
    isAnswered: false,
    kind: 'column',
    columns: ['height'],
    proposal: { heading: 'Ht', unit: null, unitHeading: null, isSplit: false },
    isSure: false,
  },
  {
    id: 'column:cerebralInfarction',
    isAnswered: false,
    kind: 'column',
    columns: ['cerebralInfarction'],
    proposal: null,
    isSure: false,
  },
  {
    id: 'reading:bmi',
    isAnswered: false,
    kind: 'reading',
    column: 'bmi',
    reading: 'decimal_comma',
    cells: 41,
    samples: [{ text: '27,27', reads: '27.27' }],
  },
  { id: 'missing:weight:-9', isAnswered: false, kind: 'missing', column: 'weight', value: -9, cells: 28 },
  {
    id: 'words:sex',
    isAnswered: false,
    kind: 'words',
    column: 'sex',
    heading: 'Gender',
    words: [
      { text: '1', rows: 4102, proposal: null },
      { text: '2', rows: 3911, proposal: null },
    ],
    options: ['Female', 'Male'],
    mayStand: false,
    emptyRows: 7,
  },
]

/** The reading of a file that needs no answers. Some parts can be replaced. */
export const readingWith = (parts: Partial<ImportReading>): ImportReading => ({
  sheetNames: ['Ward 4'],
  headerRow: 2,
  answers: {},
  sources: [],
  remembered: null,
  questions: [],
  fileColumns: [],
  columns: [],
  columnsLeftOut: [],
  missingWords: [],
  rowsLeftOut: { rows: [], counts: {} },
  hiddenRows: 0,
  notes: [],
  ...parts,
})

/** A file that asks one question of most kinds. */
export const askingReading: ImportReading = readingWith({
  sheetNames: ['Northgate'],
  headerRow: 3,
  questions,
  fileColumns: [
    column('Member ID', ['3', '9', '17']),
    column('Weight (kg)', ['89', '60', '47'], 'kg'),
    column('BMI', ['38.02', '27,27', '15.00']),
    column('Blood Pressure', ['120/80', '134/86', '118/76']),
    column('DOB', ['1961-03-14', '1949-11-02', '1983-08-27']),
    column('Ht', ['64.0', '70.5', '66.0']),
    column('Gender', ['1', '1', '2']),
    ...Array.from({ length: 40 }, (_, index) => column(`Extra ${index + 1}`, [String(index)])),
  ],
  columns: [
    { column: 'memberId', heading: 'Member ID', unit: null, by: 'heading' },
    { column: 'weight', heading: 'Weight (kg)', unit: 'kg', by: 'heading' },
    { column: 'bmi', heading: 'BMI', unit: null, by: 'heading' },
  ],
  columnsLeftOut: Array.from({ length: 40 }, (_, index) => `Extra ${index + 1}`),
  missingWords: [{ text: 'N/A', cells: 131 }],
  rowsLeftOut: {
    rows: [{ sheet: 'Northgate', row: 8027, kind: 'empty', cells: ['#DIV/0!'] }],
    counts: { empty: 1 },
  },
  hiddenRows: 104,
})
