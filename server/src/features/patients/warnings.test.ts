import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { type Session, signedIn } from '../../../testing/factories.ts'
import { patientsWith, replaceTable, writeTestTable, workbook } from '../../../testing/patients/upload.ts'

async function signedInApp() {
  const testApp = await buildTestApp()
  const session = await signedIn(testApp, { role: 'super_admin' })
  return { testApp, session }
}

const confirm = (session: Session, id: string, body?: object) =>
  session.call('POST', `/v1/patient-imports/${id}/confirm`, body)
const history = async (session: Session) => (await session.call('GET', '/v1/patient-imports')).json().data

const oddPatients = patientsWith(6, {
  1: { subjectId: undefined },
  2: { subjectId: patientsWith(1)[0]?.subjectId },
  3: { age: 40.5 },
  4: { systolicBloodPressure: 70, diastolicBloodPressure: 80 },
  5: { height: 1.68 },
})
const warnings = [
  { row: 3, column: 'Subject ID', value: '', reason: 'Missing' },
  { row: 4, column: 'Subject ID', value: expect.any(String), reason: 'Appears twice, first in row 2' },
  { row: 5, column: 'Age', value: '40.5', reason: 'Not a whole number' },
  { row: 6, column: 'Systolic BP (mmHg)', value: '70', reason: 'Not above the diastolic value, 80' },
  { row: 7, column: 'Height(cm)', value: '1.68', reason: 'Below 30 cm. The column is in cm, not m' },
]

test('[import-6] a value that only looks wrong is counted, listed and imported without a reason', async () => {
  const { testApp, session } = await signedInApp()
  const staged = await writeTestTable(testApp, session, workbook(oddPatients))
  expect(staged).toMatchObject({ state: 'ready', preview: { warningCount: 5, warnings } })

  for (const body of [{ reason: ' ' }, { reason: 'two\nlines' }, { reason: 'x'.repeat(201) }]) {
    const rejected = await confirm(session, staged.id, body)
    expect(rejected.statusCode).toBe(400)
    expect(rejected.json().error.fields[0].path).toBe('reason')
  }
  const confirmed = await confirm(session, staged.id)
  expect(confirmed.statusCode).toBe(200)
  const entry = { warningCount: 5, reason: null }
  expect(confirmed.json().data).toMatchObject(entry)

  const { data } = (await session.call('GET', '/v1/hospital-patients')).json()
  expect(data.data[1]).toMatchObject({ memberId: '2', subjectId: null })
  expect(data.data.slice(3)).toMatchObject([{ age: 40.5 }, { systolicBloodPressure: 70 }, { height: 1.68 }])
  await replaceTable(testApp, session, workbook(patientsWith(2)))
  await session.call('POST', `/v1/patient-imports/${staged.id}/restore`)
  expect(await history(session)).toMatchObject([entry, { warningCount: 0, reason: null }, entry])
})

test('a reason that is not required is stored as well', async () => {
  const { testApp, session } = await signedInApp()
  const { id } = await writeTestTable(testApp, session, workbook(oddPatients))
  const confirmed = await confirm(session, id, { reason: ' Children of ward 4, checked ' })
  expect(confirmed.json().data).toMatchObject({ warningCount: 5, reason: 'Children of ward 4, checked' })
})

test('the one-step endpoint imports values that look wrong, and lists them in its response', async () => {
  const { testApp, session } = await signedInApp()
  const replaced = await replaceTable(testApp, session, workbook(oddPatients))
  expect(replaced.statusCode).toBe(200)
  expect(replaced.json().data).toMatchObject({
    rows: 6,
    warningCount: 5,
    warnings: [
      {
        row: 1,
        column: 'Height(cm), Weight(kg)',
        value: '',
        reason: 'Height and weight can’t both be right in 1 row: 6 rows have both values.',
      },
      ...warnings,
    ],
    reason: null,
  })
  expect((await replaceTable(testApp, session, workbook(patientsWith(2)))).json().data).toMatchObject({
    warningCount: 0,
    warnings: [],
  })
})
