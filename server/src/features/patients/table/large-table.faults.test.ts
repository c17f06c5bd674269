import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { patientRows, showRows } from '../../../../testing/patients/rows.ts'
import { writeTestTable } from '../../../../testing/patients/upload.ts'

const amount = 100_000

test('a table of 100,000 patients can be downloaded and imported again, and nothing has changed', async () => {
  const testApp = await buildTestApp({}, { hasThreads: true })
  const session = await signedIn(testApp)
  await showRows(testApp, patientRows(amount))
  const file = (await session.call('GET', '/v1/hospital-patients/download?sort=bmi&order=desc')).rawPayload
  const { preview } = await writeTestTable(testApp, session, file)
  const same = {
    rowsNow: amount,
    rowsInFile: amount,
    unchanged: amount,
    changed: 0,
    added: 0,
    removed: 0,
    changes: [],
  }
  expect(preview).toMatchObject(same)
})
