import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-app.ts'
import { signedIn } from '../testing/factories.ts'
import { patientsWith, replaceTable, workbook } from './testing/upload.ts'

test('one call replaces the whole table by the spreadsheet, in the order of the file', async () => {
  const testApp = await buildTestApp()
  const session = await signedIn(testApp, { fullName: 'Ada Lovelace' })
  const replaced = await replaceTable(testApp, session, workbook(patientsWith(219), 'ppg-bp'))
  expect(replaced.statusCode, replaced.body).toBe(200)
  expect(replaced.json().data).toMatchObject({ rows: 219, added: 219, changed: 0, removed: 0, isCurrent: true })

  const listed = await session.call('GET', '/v1/hospital-patients')
  const { data } = listed.json()
  expect(data.meta).toMatchObject({ page: 1, totalAmount: 219, totalPages: 11 })
  expect(data.data.map((patient: { memberId: string }) => patient.memberId)).toEqual(
    Array.from({ length: 20 }, (_, index) => String(index + 1)),
  )
})
