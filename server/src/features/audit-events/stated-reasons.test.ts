import { type AuditEvent, listAuditEvents } from '@health-console/contract/audit/events.ts'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { type Session, signedIn } from '../../../testing/factories.ts'
import { finishHashing, ggufOf, startFilesApp, uploadFirst, uploadNext } from '../../../testing/files/files-app.ts'
import { patientsWith, replaceTable, workbook, writeTestTable } from '../../../testing/patients/upload.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'

const never = 'is shown to no one'

async function startWithUser() {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const [user] = await insertUsers(testApp, [{ memberId: 'HM-1' }])
  if (!user) throw new Error('no user')
  return { testApp, boss, user }
}

async function entriesOf({ call }: Session, action: string): Promise<AuditEvent[]> {
  const answer = await call('GET', '/v1/audit-events')
  return listAuditEvents.response.parse(answer.json()).data.filter((event) => event.action === action)
}

/** The reason in each entry of an action that succeeded, oldest first. */
async function reasonsOf(session: Session, action: string) {
  const entries = await entriesOf(session, action)
  return entries
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ statedReason }) => statedReason)
    .toReversed()
}

test('each of two exports and legal holds shows the reason that was entered for it, also after the hold was removed', async () => {
  const { testApp, boss, user } = await startWithUser()
  for (const reason of ['First request', 'Second request']) {
    await boss.call('POST', `/v1/users/${user.id}/export`, { reason })
    testApp.advance(1_000)
    await boss.call('PUT', `/v1/users/${user.id}/legal-hold`, { reason: `${reason} of the court` })
    testApp.advance(1_000)
  }
  await boss.call('DELETE', `/v1/users/${user.id}/legal-hold`)

  expect(await reasonsOf(boss, 'user.export')).toEqual(['First request', 'Second request'])
  expect(await reasonsOf(boss, 'user.hold')).toEqual(['First request of the court', 'Second request of the court'])
  expect(await reasonsOf(boss, 'user.lift_hold')).toEqual([undefined])
})

test('an entry shows the reason of its own admin, when two have exported the same user', async () => {
  const { testApp, boss, user } = await startWithUser()
  const other = await signedIn(testApp, { role: 'super_admin' })
  await boss.call('POST', `/v1/users/${user.id}/export`, { reason: 'By the first' })
  testApp.advance(1)
  await other.call('POST', `/v1/users/${user.id}/export`, { reason: 'By the second' })
  testApp.advance(1)
  await boss.call('POST', `/v1/users/${user.id}/export`, { reason: 'By the first again' })

  expect(await reasonsOf(boss, 'user.export')).toEqual(['By the first', 'By the second', 'By the first again'])
})

test('a rejected request shows no reason of an earlier one', async () => {
  const { testApp, boss, user } = await startWithUser()
  await boss.call('POST', `/v1/users/${user.id}/export`, { reason: 'First request' })
  testApp.advance(11 * 60_000)
  const rejected = await boss.call('POST', `/v1/users/${user.id}/export`, { reason: never })
  expect(rejected.json().error.code).toBe('confirm_identity')

  const entries = await entriesOf(await signedIn(testApp, { role: 'super_admin' }), 'user.export')
  expect(entries.map(({ outcome, statedReason }) => [outcome, statedReason])).toEqual([
    ['denied', undefined],
    ['ok', 'First request'],
  ])
})

test('the reasons about a user are erased with the user, except the one for the erasure', async () => {
  const { testApp, boss, user } = await startWithUser()
  await boss.call('POST', `/v1/users/${user.id}/export`, { reason: never })
  await boss.call('PUT', `/v1/users/${user.id}/legal-hold`, { reason: never })
  await boss.call('DELETE', `/v1/users/${user.id}/legal-hold`)
  const body = { reason: 'Asked for it', memberId: 'HM-1' }
  expect((await boss.call('POST', `/v1/users/${user.id}/erasure`, body)).statusCode).toBe(204)

  expect(await reasonsOf(boss, 'user.export')).toEqual([undefined])
  expect(await reasonsOf(boss, 'user.hold')).toEqual([undefined])
  expect(await reasonsOf(boss, 'user.erase')).toEqual(['Asked for it'])
  expect(await testApp.context.db.selectFrom('reasons').selectAll().execute()).toEqual([])
})

test('a deleted patient table and an import with findings show their reasons', async () => {
  const { testApp, boss } = await startWithUser()
  const first = (await replaceTable(testApp, boss, workbook(patientsWith(30)))).json().data.id
  testApp.advance(1_000)
  const file = workbook(patientsWith(30).map((patient) => ({ ...patient, bmi: undefined })))
  const { id } = await writeTestTable(testApp, boss, file)
  const body = { acceptRemoval: true, reason: 'Not measured this year' }
  const confirmed = await boss.call('POST', `/v1/patient-imports/${id}/confirm`, body)
  expect(confirmed.json()).toMatchObject({ data: { reason: 'Not measured this year' } })
  await boss.call('POST', `/v1/patient-imports/${first}/deletion`, { reason: 'Wrong hospital' })

  expect(await reasonsOf(boss, 'patients.import')).toEqual([undefined, 'Not measured this year'])
  expect(await reasonsOf(boss, 'patients.import_delete')).toEqual(['Wrong hospital'])
})

test('a restored and a withdrawn version show their reasons', async () => {
  const app = await startFilesApp()
  const boss = await signedIn(app.testApp, { role: 'super_admin' })
  const first = (await uploadFirst(app.session, 'one.gguf', ggufOf(5_000))).json()
  await uploadNext(app.session, first, 'two.gguf', ggufOf(6_000, 2))
  await finishHashing(app)
  const version = (number: number) => `/v1/files/${first.id}/versions/${number}`
  await boss.call('POST', `${version(1)}/restore`, { replaces: 2, reason: 'Too slow' })
  app.testApp.advance(1_000)
  await boss.call('POST', `${version(2)}/withdrawal`, { reason: 'Wrong units' })

  expect(await reasonsOf(boss, 'files.restore')).toEqual(['Too slow'])
  expect(await reasonsOf(boss, 'files.withdraw')).toEqual(['Wrong units'])
})

test('reasons are in no export of the audit log, and not in what a user is told about accesses', async () => {
  const { boss, user } = await startWithUser()
  await boss.call('POST', `/v1/users/${user.id}/export`, { reason: never })
  const urls = ['/v1/audit-events/export?format=csv', '/v1/audit-events/export?format=ndjson']
  for (const url of urls) {
    const { statusCode, body } = await boss.call('GET', url)
    expect([url, statusCode, body.includes('user.export'), body.includes(never)]).toEqual([url, 200, true, false])
  }
  const told = await boss.call('POST', `/v1/users/${user.id}/export`, { reason: never })
  expect([told.statusCode, told.rawPayload.includes(never)]).toEqual([200, false])
})
