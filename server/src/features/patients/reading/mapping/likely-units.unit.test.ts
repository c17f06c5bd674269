import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { expect, test } from 'vitest'
import { type Line, readFile } from '../../../../../testing/patients/sheets.ts'

/** The units that are suggested for columns with these values in each of twelve rows; null for a unit to choose. */
async function unitsFor(row: Record<string, number | string>) {
  const rows = Array.from({ length: 12 }, (_, at): Line => [at + 1, `S${at + 1}`, ...Object.values(row)])
  const read = await readFile([{ lines: [['Member ID', 'Subject ID', ...Object.keys(row)], ...rows] }])
  const { questions } = 'asking' in read ? read.asking : read.reading.shown
  return Object.fromEntries(
    questions.flatMap((question) =>
      question.kind === 'column' && question.proposal ? [[question.columns[0], question.proposal.unit]] : [],
    ),
  )
}

test.each<[string, Record<string, number | string>, Partial<Record<PatientColumnKey, string | null>>]>([
  ['teenagers in inches and pounds', { Age: 15, Height: 63, Weight: 110 }, { height: 'in', weight: 'lb' }],
  ['weights that may be either', { Age: 45, Height: 170, Weight: 105 }, { weight: null }],
  ['adults', { Age: 45, Height: 170, Weight: 75 }, {}],
  ['adults without ages', { Height: 170, Weight: 75 }, {}],
  ['newborns', { Age: 0, Height: 52, Weight: 3.4 }, {}],
  ['premature infants', { Age: 0, Height: 43, Weight: 1.9 }, {}],
  ['children of five in inches and pounds', { Age: 5, Height: 43, Weight: 40 }, { height: 'in', weight: 'lb' }],
  ['children of five', { Age: 5, Height: 110, Weight: 19 }, {}],
  ['children without ages', { Height: 110, Weight: 19 }, {}],
  ['children in metres without ages', { Height: 1.1, Weight: 19 }, { height: 'm' }],
  ['ages in months', { 'Age (months)': 60, Height: 43, Weight: 40 }, { age: 'months', height: 'in', weight: 'lb' }],
  ['ages that are months by the heights', { Age: 85, Height: 117, Weight: 21 }, { age: null }],
  ['small adults', { Age: 40, Height: 125, Weight: 41 }, {}],
  ['weights without heights', { Age: 45, Weight: 75 }, {}],
  ['weights without heights that may be either', { Age: 45, Weight: 115 }, { weight: null }],
  ['weights without heights in pounds', { Age: 45, Weight: 170 }, { weight: 'lb' }],
  ['weights of children without heights', { Age: 10, Weight: 33 }, {}],
  ['weights in stones', { Age: 45, Weight: 11.5 }, { weight: 'st' }],
  ['weights in grams', { Age: 0, Weight: 3_400 }, { weight: 'g' }],
  ['kilograms beside inches', { Age: 45, Height: 69, Weight: 79 }, { height: 'in', weight: null }],
  ['centimetres beside pounds', { 'Weight (lb)': 165, Height: 172 }, { weight: 'lb', height: null }],
  ['heights that no one has', { Age: 45, Height: 0.2, Weight: 75 }, { height: null }],
  ['pressures in kPa', { SBP: 16, DBP: 10.7 }, { systolicBloodPressure: 'kPa', diastolicBloodPressure: 'kPa' }],
  ['pressures in cmHg', { SBP: 12.5, DBP: 7.5 }, { systolicBloodPressure: 'cmHg', diastolicBloodPressure: 'cmHg' }],
  ['pressures in either', { SBP: 14, DBP: 9 }, { systolicBloodPressure: null, diastolicBloodPressure: null }],
  [
    'a pressure that is none',
    { SBP: 120, DBP: 0.667 },
    { systolicBloodPressure: 'mmHg', diastolicBloodPressure: null },
  ],
  ['inches that are none', { 'Height (in)': 5.3 }, { height: null }],
  ['inches that are none, with a comma', { 'Height (in)': '5,3' }, { height: null }],
  ['pounds that no one has', { 'Weight (lb)': 0.4 }, { weight: null }],
  ['a pressure in cmHg that is none', { 'SBP (cmHg)': 0.667 }, { systolicBloodPressure: null }],
  ['feet that may be feet and inches', { Height: 5.11 }, { height: null }],
  ['feet that may be feet and inches, with a comma', { Height: '5,11' }, { height: null }],
  ['feet that can only be decimals', { Height: 5.25 }, { height: 'ft' }],
  ['ages in days', { Age: 12_000 }, { age: 'days' }],
  ['ages in months or weeks', { Age: 150 }, { age: null }],
])('the unit that is suggested: %s', async (_, row, units) => expect(await unitsFor(row)).toEqual(units))
