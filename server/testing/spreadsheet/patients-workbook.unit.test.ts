import { expect, test } from 'vitest'
import { makePatientsWorkbook } from './patients-workbook.ts'
import { syntheticPatients } from './synthetic-patients.ts'
import { readRows, readValues } from './read-all.ts'

test('the published layout has a title over merged cells, headings in row 2, and one row per patient', async () => {
  const patients = syntheticPatients(219)
  const rows = await readRows(makePatientsWorkbook(patients, 'ppg-bp'))
  expect(rows.map((row) => row.rowNumber)).toEqual(Array.from({ length: 221 }, (_, at) => at + 1))

  const [title, header, first] = await readValues(makePatientsWorkbook(patients, 'ppg-bp'))
  expect(title?.filter((cell) => cell !== undefined)).toHaveLength(2)
  expect(header).toEqual([
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
  ])
  expect(first?.slice(0, 10)).toEqual(Object.values(patients[0] ?? {}).slice(0, 10))
})

test("the console's layout has its own headings, and cells of any kind", async () => {
  const [patient] = syntheticPatients(1)
  if (!patient) throw new Error('No patient was made')
  const odd = { ...patient, memberId: '007', age: { error: '#N/A' }, bmi: { formula: 'F2/E2^2' } }
  const [header, row] = await readValues(makePatientsWorkbook([odd], 'console'))
  expect(header?.slice(0, 4)).toEqual(['Member ID', 'Subject ID', 'Sex', 'Age'])
  expect(row?.[0]).toBe('007')
  expect(row?.[3]).toEqual({ error: '#N/A' })
  expect(row?.[8]).toEqual({ formula: 'without value' })
})
