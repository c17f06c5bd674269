import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { makeSheets } from '../../../testing/spreadsheet/sheets-workbook.ts'
import { writeTestTable } from '../../../testing/patients/upload.ts'

type Row = [age: number, height: number, weight: number]

/** The unit that is suggested for each column that is asked about. */
async function suggestedFor(row: Row, headings = ['Member ID', 'Age', 'Height', 'Weight']) {
  const testApp = await buildTestApp()
  const session = await signedIn(testApp)
  const rows = Array.from({ length: 12 }, (_, at) => [at + 1, ...row].map(String))
  const { reading } = await writeTestTable(testApp, session, makeSheets([{ name: 'Ward', rows: [headings, ...rows] }]))
  const questions: { id: string; proposal?: { unit: string | null } | null }[] = reading.questions
  return Object.fromEntries(questions.map(({ id, proposal }) => [id, proposal?.unit]))
}

test('a weight without a unit is asked about if the height is in inches, or if pounds fit the ages and heights as well', async () => {
  expect(await suggestedFor([15, 63, 110])).toMatchObject({ 'column:height': 'in', 'column:weight': null })
  expect(await suggestedFor([45, 170, 105])).toMatchObject({ 'column:weight': null })
  expect(await suggestedFor([45, 170, 75])).not.toMatchObject({ 'column:weight': null })
})

test('no unit is suggested that makes the values impossible', async () => {
  const headings = ['Member ID', 'Age', 'SBP', 'DBP']
  expect(await suggestedFor([45, 120, 0.667], headings)).toMatchObject({ 'column:diastolicBloodPressure': null })
})
