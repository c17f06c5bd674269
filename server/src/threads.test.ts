import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-app.ts'
import { signedIn } from '../testing/factories.ts'
import { patientsWith, writeTestTable, workbook } from '../testing/patients/upload.ts'
import { insertUsers } from '../testing/users/insert-users.ts'

test('threads do all the work that the server leaves to them', async () => {
  const testApp = await buildTestApp({}, { hasThreads: true })
  const session = await signedIn(testApp, { role: 'super_admin' })
  const { id, preview } = await writeTestTable(testApp, session, workbook(patientsWith(3)))
  expect(preview).toMatchObject({ rowsInFile: 3, added: 3 })
  expect((await session.call('POST', `/v1/patient-imports/${id}/confirm`)).statusCode).toBe(200)

  await insertUsers(testApp, [{ firstName: 'Ada' }, { firstName: 'Bob' }])
  const countOf = async (url: string) => {
    const { data, meta = data.meta } = (await session.call('GET', url)).json()
    return meta.totalAmount
  }
  expect(await countOf('/v1/users')).toBe(2)
  expect(await countOf('/v1/users?search=ada')).toBe(1)
  // The text is too short for the index, so all users are scanned.
  expect(await countOf('/v1/users?search=b')).toBe(1)
  expect(await countOf('/v1/hospital-patients?sort=age&order=desc')).toBe(3)
  expect(await countOf('/v1/hospital-patients?search=no-one')).toBe(0)
  const { data: events } = (await session.call('GET', '/v1/audit-events?group=searchUsers')).json()
  expect(events).toHaveLength(2)
})
