import { expect, test } from 'vitest'
import { expectLayout, type Layout } from '../../../../../testing/patients/layouts.ts'
import { type Line, readQuestions } from '../../../../../testing/patients/sheets.ts'

/** Tests the forms in which numbers are written. */
const layouts: Record<string, Layout> = {
  'feet and inches in one cell': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height (ft)'],
      ['1', 'S1', `5' 7"`],
      ['2', 'S2', '6 ft'],
    ],
    asks: ['column:height'],
    patients: [{ height: 170.18 }, { height: 182.88 }],
  },
  'dates of birth': {
    sheets: [
      ['Member ID', 'Subject ID', 'DOB'],
      ['1', 'S1', { type: 'date', iso: '1980-03-02', text: '29282' }],
      ['2', 'S2', '1990-03-01'],
    ],
    asks: ['column:age'],
    says: { columns: { age: { heading: 'DOB', unit: 'date of birth', countedTo: '2026-03-01' } } },
    patients: [{ age: 45 }, { age: 36 }],
  },
  'ages that a spreadsheet program shows as dates': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age'],
      ['1', 'S1', { type: 'date', iso: '1900-02-09', text: '40' }],
      ['2', 'S2', { type: 'date', iso: '1900-02-10', text: '41' }],
    ],
    asks: [],
    patients: [{ age: 40 }, { age: 41 }],
  },
  'pressures the wrong way round are read, and warned about': {
    sheets: [
      ['Member ID', 'Subject ID', 'BP'],
      ['1', 'S1', '80/120'],
    ],
    asks: ['column:systolicBloodPressure+diastolicBloodPressure'],
    patients: [{ systolicBloodPressure: 80, diastolicBloodPressure: 120 }],
    warns: ['Not above the diastolic value, 120'],
  },
  'both pressures in one column': {
    sheets: [
      ['Member ID', 'Subject ID', 'Blood Pressure'],
      ['1', 'S1', '120/80'],
      ['2', 'S2', '135 / 85'],
    ],
    asks: ['column:systolicBloodPressure+diastolicBloodPressure'],
    patients: [
      { systolicBloodPressure: 120, diastolicBloodPressure: 80 },
      { systolicBloodPressure: 135, diastolicBloodPressure: 85 },
    ],
  },
  'numbers that mean missing, if an answer says so': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight', 'SBP'],
      ['1', 'S1', -9, 999],
      ['2', 'S2', 80, 120],
    ],
    asks: ['column:systolicBloodPressure', 'missing:weight:-9', 'missing:systolicBloodPressure:999'],
    says: {
      columns: {
        weight: { heading: 'Weight', missing: [-9] },
        systolicBloodPressure: { heading: 'SBP', missing: [999] },
      },
    },
    patients: [
      { weight: null, systolicBloodPressure: null },
      { weight: 80, systolicBloodPressure: 120 },
    ],
  },
  'decimal commas, units and limits in cells': {
    sheets: [
      ['Member ID', 'Subject ID', 'BMI', 'Weight', 'Age'],
      ['1', 'S1', '27,27', '63 kg', '>89'],
      ['2', 'S2', '24.5', '140 lb', 40],
    ],
    asks: ['reading:age:limit', 'reading:weight:unit_in_cell', 'reading:bmi:decimal_comma'],
    patients: [
      { bmi: 27.27, weight: 63, age: 89 },
      { bmi: 24.5, weight: 63.503, age: 40 },
    ],
  },
  'heights in feet with a hyphen, and texts with many decimals': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height (ft)', 'BMI'],
      ['1', 'S1', '4-11', '21.490285513793253'],
      ['2', 'S2', '5 10', '21.6412743'],
    ],
    asks: ['column:height'],
    patients: [
      { height: 149.86, bmi: 21.490285513793253 },
      { height: 177.8, bmi: 21.6412743 },
    ],
  },
  'decimal feet may be feet and inches: the unit is chosen': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height (ft)'],
      ['1', 'S1', 5.5],
      ['2', 'S2', 6.1],
    ],
    asks: ['column:height'],
    says: { columns: { height: { heading: 'Height (ft)', unit: 'ft' } } },
    patients: [{ height: 167.64 }, { height: 185.928 }],
  },
  'grams with thousands separators': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      ['1', 'S1', '3,450 g'],
      ['2', 'S2', '2 900 g'],
    ],
    asks: ['reading:weight:thousands', 'reading:weight:unit_in_cell'],
    patients: [{ weight: 3.45 }, { weight: 2.9 }],
  },
  'a comma is interpreted as its question shows, next to other separators': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight (g)'],
      ['1', 'S1', '3,450'],
      ['2', 'S2', '3 450'],
      ['3', 'S3', "3'450"],
      ['4', 'S4', '3450,9'],
    ],
    asks: ['column:weight', 'reading:weight:decimal_comma', 'reading:weight:thousands'],
    patients: [{ weight: 3.45 }, { weight: 3.45 }, { weight: 3.45 }, { weight: 3.451 }],
  },
  'three digits after a comma are decimals if others are': {
    sheets: [
      ['Member ID', 'Subject ID', 'BMI'],
      ['1', 'S1', '21,641'],
      ['2', 'S2', '27,2'],
    ],
    asks: ['reading:bmi:decimal_comma'],
    patients: [{ bmi: 21.641 }, { bmi: 27.2 }],
  },
  'a comma is decimal where thousands are not possible': {
    sheets: [
      ['Member ID', 'Subject ID', 'BMI'],
      ['1', 'S1', '21,641'],
      ['2', 'S2', '27,268'],
    ],
    asks: ['reading:bmi:decimal_comma'],
    patients: [{ bmi: 21.641 }, { bmi: 27.268 }],
  },
  'stones and pounds': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      ['1', 'S1', '11 st 4 lb'],
      ['2', 'S2', '10st'],
    ],
    asks: ['reading:weight:unit_in_cell'],
    patients: [{ weight: 71.668 }, { weight: 63.503 }],
  },
  'pounds and ounces, and the same value in another unit': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height', 'Weight'],
      ['1', 'S1', '5\' 9" (1.753 m)', '7 lb 8 oz'],
      ['2', 'S2', '6\' 0" (1.83 m)', '176 lb 5.9 oz (80 kg)'],
    ],
    asks: ['reading:height:unit_in_cell', 'reading:weight:unit_in_cell'],
    patients: [
      { height: 175.26, weight: 3.402 },
      { height: 182.88, weight: 80 },
    ],
  },
  'a comma between feet and inches': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height (in)'],
      ['1', 'S1', '65'],
      ['2', 'S2', '5,3'],
      ['3', 'S3', '65,5'],
    ],
    asks: ['column:height', 'reading:height:decimal_comma'],
    patients: [{ height: 165.1 }, { height: 160.02 }, { height: 166.37 }],
  },
  'digits of other scripts': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'Weight', 'BP'],
      ['1', 'S1', '３１', '٥٠٫٥', '１６１／８９'],
      ['2', 'S2', '۴۲', '７０．５', 'RR 120/80'],
      ['3', 'S3', '४३', '70', '161-89'],
    ],
    asks: ['column:systolicBloodPressure+diastolicBloodPressure'],
    patients: [
      { age: 31, weight: 50.5, systolicBloodPressure: 161, diastolicBloodPressure: 89 },
      { age: 42, weight: 70.5, systolicBloodPressure: 120, diastolicBloodPressure: 80 },
      { age: 43, weight: 70, systolicBloodPressure: 161, diastolicBloodPressure: 89 },
    ],
  },
  'decimal commas that are declined': {
    sheets: [
      ['Member ID', 'Subject ID', 'BMI'],
      ['1', 'S1', '27,27'],
    ],
    asks: ['reading:bmi:decimal_comma'],
    says: { columns: { bmi: { heading: 'BMI', readings: [] } } },
    rejected: 'Sheet1, row 2, BMI, 27,27: Not a number. If the comma is a decimal separator, choose “Convert”',
  },
}

test.each(Object.entries(layouts))('numbers are interpreted: %s', (_name, layout) => expectLayout(layout))

test.each<[string, string[], Record<string, string[]>]>([
  ['decimals after a comma', ['21,641', '27,2'], { decimal_comma: ['27.2 kg/m²', '21.641 kg/m²'] }],
  ['thousands in a cell with its unit', ['3,450 g'], { thousands: ['3.45 kg'], unit_in_cell: ['3.45 kg'] }],
  [
    'thousands next to decimals',
    ['3 450 g', '3,450 g', '70,5'],
    { decimal_comma: ['70.5 kg'], thousands: ['3.45 kg', '3.45 kg'], unit_in_cell: ['3.45 kg', '3.45 kg'] },
  ],
])('a question about %s shows what its values become', async (_, texts, expected) => {
  const heading = texts.includes('27,2') ? 'BMI' : 'Weight'
  const lines = texts.map((text, row): Line => [`${row}`, `S${row}`, text])
  const { open } = await readQuestions([{ lines: [['Member ID', 'Subject ID', heading], ...lines] }])
  const shown = open.flatMap((question) =>
    question.kind === 'reading' ? [[question.reading, question.samples.map(({ reads }) => reads)]] : [],
  )
  expect(Object.fromEntries(shown)).toEqual(expected)
})
