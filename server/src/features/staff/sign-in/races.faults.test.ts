import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { mailTo, secretIn } from '../../../../testing/mail/mails.ts'

const newPassword = 'Copper-lantern-9'
const forgot = '/v1/auth/admin/forgot-password'
const invites = '/v1/admin-invites'
const roundsOfEach = Math.ceil((faultRounds * 4) / 3)

let clients = 0
/** Each attempt uses a new IP address, so that only the password can stop it. */
const nextIp = () => `10.${(clients += 1) >> 16}.${(clients >> 8) & 255}.${clients & 255}`

const signIn = ({ app }: TestApp, email: string) =>
  app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    remoteAddress: nextIp(),
    body: { email, password: testPassword },
  })

/** Signs in repeatedly, several at a time, until it no longer works. */
function signInUntilRejected(testApp: TestApp, email: string) {
  const first = Promise.withResolvers<void>()
  const loops = Array.from({ length: 3 }, async () => {
    while ((await signIn(testApp, email)).statusCode === 200) first.resolve()
  })
  return { first: first.promise, ended: Promise.all(loops) }
}

const livingSessions = ({ context: { db } }: TestApp, adminId: string) =>
  db.selectFrom('sessions').selectAll().where('adminId', '=', adminId).execute()

type Act = (scene: {
  testApp: TestApp
  boss: Session
  ada: Session
  email: string
}) => Promise<() => PromiseLike<unknown>>

const change: Act = async ({ ada }) => {
  return () => ada.call('PATCH', '/v1/auth/admin/password', { oldPassword: testPassword, newPassword })
}
const reset: Act = async ({ testApp, email }) => {
  await testApp.app.inject({ method: 'POST', url: forgot, body: { email } })
  const id = secretIn(await mailTo(testApp, 'password-reset', email))
  return () => testApp.app.inject({ method: 'PATCH', url: forgot, body: { id, password: newPassword } })
}
const revoke: Act = async ({ boss, ada }) => {
  return () => boss.call('POST', '/v1/admins/access/revoke', { userIds: [ada.admin.id] })
}

test.each([
  ['a change of the password', change, 1],
  ['a reset', reset, 0],
  ['the end of the access', revoke, 0],
])('no session made with the old password outlives %s', async (_what, prepare, left) => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  for (let round = 0; round < roundsOfEach; round += 1) {
    const email = `person${round}@raced.example`
    const ada = await signedIn(testApp, { email, fullName: 'Grace Hopper' })
    const act = await prepare({ testApp, boss, ada, email })
    const attempts = signInUntilRejected(testApp, email)
    await attempts.first
    expect(await act()).toMatchObject({ statusCode: 204 })
    expect(await livingSessions(testApp, ada.admin.id)).toHaveLength(left)
    await attempts.ended
    expect(await livingSessions(testApp, ada.admin.id)).toHaveLength(left)
  }
})

test('an invitation accepted while the access is revoked leaves no session without access', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const { admin: ada } = await signedIn(testApp, { email: 'ada@example.org' })
  const revokeAda = () => boss.call('POST', '/v1/admins/access/revoke', { userIds: [ada.id] })
  for (let round = 0; round < faultRounds * 2; round += 1) {
    await revokeAda()
    // This is the hourly limit of emails to one address.
    await testApp.context.db.deleteFrom('countedUses').execute()
    await boss.call('POST', invites, { users: [{ email: ada.email }] })
    const inviteId = secretIn(await mailTo(testApp, 'invitation', ada.email))
    const body = { inviteId, fullName: 'Grace Hopper', password: newPassword }
    const accepting = testApp.app.inject({ method: 'POST', url: `${invites}/accept`, body })
    let accepted = false
    void accepting.then(() => (accepted = true))
    while (!accepted && (await revokeAda()).statusCode !== 204);
    expect((await accepting).statusCode).toBe(200)
    const { role } = await testApp.context.db
      .selectFrom('admins')
      .select('role')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
    expect(await livingSessions(testApp, ada.id)).toHaveLength(role === 'user' ? 0 : 1)
  }
})
