import { expect, test } from 'vitest'
import { expectLayout, type Layout } from '../../../../../testing/patients/layouts.ts'
import { type Line, readQuestions, readRows, shown } from '../../../../../testing/patients/sheets.ts'

/** Tests the units that headings, number formats, rows and columns specify. */
const layouts: Record<string, Layout> = {
  'pounds and inches in the headings': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sex', 'Weight (lb)', 'Height (in)'],
      ['1', 'S1', 'F', 154, 66],
      ['2', 'S2', 'M', 200, 72],
    ],
    asks: ['column:height', 'column:weight'],
    patients: [
      { weight: 69.853, height: 167.64 },
      { weight: 90.718, height: 182.88 },
    ],
  },
  'pounds in a number format': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      ['1', 'S1', shown(154, ' lb')],
      ['2', 'S2', shown(200, ' lb')],
    ],
    asks: ['column:weight'],
    patients: [{ weight: 69.853 }, { weight: 90.718 }],
  },
  'a row of units below the headings': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height', 'Weight'],
      [null, null, '(cm)', '(lbs)'],
      ['1', 'S1', 170, 154],
    ],
    asks: ['column:weight'],
    patients: [{ memberId: '1', height: 170, weight: 69.853 }],
  },
  'a row of units that the answer contradicts': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      [null, null, 'lbs'],
      ['1', 'S1', 70],
    ],
    asks: ['column:weight'],
    says: { columns: { weight: { heading: 'Weight', unit: 'kg' } } },
    patients: [{ weight: 70 }],
    warns: ['This row is in lb, but the column is read as kg'],
  },
  'a unit below a heading that only an answer explains': {
    sheets: [
      ['Member ID', 'Subject ID', 'How heavy'],
      [null, null, 'lbs'],
      ['1', 'S1', 154],
    ],
    asks: [],
    says: { columns: { weight: { heading: 'How heavy' } } },
    patients: [{ weight: 69.853 }],
  },
  'heights in metres without a unit': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height'],
      ['1', 'S1', 1.7],
      ['2', 'S2', 1.82],
    ],
    asks: ['column:height'],
    patients: [{ height: 170 }, { height: 182 }],
  },
  'a height without a unit beside weights in pounds is asked about': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height', 'Weight (lb)'],
      ['1', 'S1', 172, 165],
      ['2', 'S2', 165, 140],
    ],
    asks: ['column:height', 'column:weight'],
    patients: [{ height: 172, weight: 74.843 }, { height: 165 }],
  },
  'ages with units in their cells': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age'],
      ...['8m', '8 months', '3 y', '59Y 3M', '1 yr, 11 mo', '8'].map((age, at): Line => [`${at}`, `S${at}`, age]),
    ],
    asks: ['reading:age:unit_in_cell'],
    patients: [{ age: 0 }, { age: 0 }, { age: 3 }, { age: 59 }, { age: 1 }, { age: 8 }],
  },
  'a height in metres, whose unit is that of months in an age': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height'],
      ['1', 'S1', '1.72 m'],
      ['2', 'S2', '165 cm'],
    ],
    asks: ['reading:height:unit_in_cell'],
    says: { columns: { height: { heading: 'Height', readings: ['unit_in_cell'] } } },
    patients: [{ height: 172 }, { height: 165 }],
  },
  'ages in months': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age (months)'],
      ['1', 'S1', 18],
      ['2', 'S2', 480],
    ],
    asks: ['column:age'],
    patients: [{ age: 1 }, { age: 40 }],
  },
  'ages in days without a unit in the heading': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age'],
      ['1', 'S1', 11_415],
      ['2', 'S2', 12_510],
    ],
    asks: ['column:age'],
    patients: [{ age: 31 }, { age: 34 }],
  },
  'a column with the unit of each age': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'age_unit'],
      ['1', 'S1', 4, 'months'],
      ['2', 'S2', 40, 'years'],
      ['3', 'S3', 41, null],
      ['4', 'S4', 800, 'Days'],
      ['5', 'S5', 3, 'wk'],
    ],
    asks: ['column:age'],
    patients: [{ age: 0 }, { age: 40 }, { age: 41 }, { age: 2 }, { age: 0 }],
  },
  'a column of units that is before others and is named after the weight': {
    sheets: [
      ['MRN', 'Peso', 'Sexo', 'Unidad de peso'],
      ['A1', 154, 'F', 'lb'],
      ['A2', 70, 'M', 'kg'],
    ],
    asks: ['column:memberId', 'column:sex', 'column:weight'],
    patients: [{ weight: 69.853 }, { weight: 70 }],
  },
  'a column whose values are units belongs to the pressures before it': {
    sheets: [
      ['Member ID', 'Subject ID', 'SBP', 'DBP', 'as'],
      ['1', 'S1', 16, 10.7, 'kPa'],
      ['2', 'S2', 120, 80, 'mmHg'],
    ],
    asks: ['column:systolicBloodPressure', 'column:diastolicBloodPressure'],
    patients: [
      { systolicBloodPressure: 120.01, diastolicBloodPressure: 80.257 },
      { systolicBloodPressure: 120, diastolicBloodPressure: 80 },
    ],
  },
  'a unit in a column of units that the measurement does not have': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight', 'Weight unit'],
      ['1', 'S1', 154, 'lb'],
      ['2', 'S2', 70, 'kg'],
    ],
    asks: ['column:weight'],
    says: { columns: { weight: { heading: 'Weight', unitHeading: 'Subject ID' } } },
    rejected: 'Sheet1, row 2, Weight, 154: “S1” next to it isn’t one of its units',
  },
  'a misspelt unit is an error, and its column counts for the others': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight', 'Weight unit'],
      ['1', 'S1', 154, 'lb'],
      ['2', 'S2', 70, 'kg'],
      ['3', 'S3', 150, 'lbz'],
    ],
    asks: ['column:weight'],
    rejected: 'Sheet1, row 4, Weight, 150: “lbz” next to it isn’t one of its units',
  },
  'a column of wards with the heading units is not a unit column': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight', 'Unit'],
      ['1', 'S1', 70, 'ICU'],
      ['2', 'S2', 80, 'Ward 3'],
    ],
    asks: [],
    patients: [{ weight: 70 }, { weight: 80 }],
  },
  'a column of single letters next to the age is not a unit column': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'Smoker'],
      ['1', 'S1', 40, 'd'],
      ['2', 'S2', 41, 'd'],
    ],
    asks: [],
    patients: [{ age: 40 }, { age: 41 }],
  },
  'pressures in kPa': {
    sheets: [
      ['Member ID', 'Subject ID', 'SBP (kPa)', 'DBP (kPa)'],
      ['1', 'S1', 16, 10.7],
    ],
    asks: ['column:systolicBloodPressure', 'column:diastolicBloodPressure'],
    patients: [{ systolicBloodPressure: 120.01, diastolicBloodPressure: 80.257 }],
  },
}

test.each(Object.entries(layouts))('units are recognised: %s', (_name, layout) => expectLayout(layout))

test('[import-36] a column with the unit of each value is reported with its counts, and never ignored if nothing may be asked', async () => {
  const lines: Line[] = [
    ['Member ID', 'Subject ID', 'Age', 'Age unit'],
    ['1', 'S1', 4, 'months'],
    ['2', 'S2', 40, 'years'],
    ['3', 'S3', 50, null],
  ]
  const answers = { columns: { age: { heading: 'Age', unitHeading: 'Age unit' } } }
  const { reading } = await readRows([{ lines }], { answers })
  expect(reading.shown.notes).toEqual([
    '“Age unit” contains the units of “Age”: “months” in 1 row, “years” in 1 row, none in 1 row.',
  ])
  expect(reading.shown.columnsLeftOut).toEqual([])
  await expect(readRows([{ lines }], { asksNothing: true })).rejects.toThrow(
    'In the sheet “Sheet1” the column “Age unit” contains other units of “Age” than years. Convert them, or set columns.age.unitHeading in “answers”. Nothing was imported.',
  )
  expect((await readRows([{ lines }], { answers, asksNothing: true })).rows.map((row) => row[3])).toEqual([0, 40, 50])
})

test('[import-34] a unit column is never confirmed together with all other columns', async () => {
  const { open } = await readQuestions([
    {
      lines: [
        ['Member ID', 'Weight(kg)', 'Unit', 'Ht'],
        ['1', 154, 'lb', 170],
      ],
    },
  ])
  expect(open.map(({ id, ...question }) => [id, 'isSure' in question && question.isSure])).toEqual([
    ['column:height', false],
    ['column:weight', false],
  ])
})
