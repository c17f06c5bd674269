import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { mailTo, secretIn } from '../../../../testing/mail/mails.ts'

const email = 'ada@example.org'
const newPassword = 'Copper-lantern-9'

const signIn = ({ app }: TestApp, password = testPassword) =>
  app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password } })

/** Begins a sign-in with the correct password and stops it as soon as the password was checked. */
async function holdSignIn(testApp: TestApp) {
  const { passwords } = testApp.context
  const { verify } = passwords
  const checked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  passwords.verify = async (...parameters) => {
    passwords.verify = verify
    const matches = await verify(...parameters)
    checked.resolve()
    await goOn.promise
    return matches
  }
  const answer = signIn(testApp)
  await checked.promise
  return async () => {
    goOn.resolve()
    return answer
  }
}

type Scene = { testApp: TestApp; ada: Session; boss: Session }

async function changePassword({ ada }: Scene) {
  await ada.call('PATCH', '/v1/auth/admin/password', { oldPassword: testPassword, newPassword })
}

async function resetPassword({ testApp }: Scene) {
  const url = '/v1/auth/admin/forgot-password'
  await testApp.app.inject({ method: 'POST', url, body: { email } })
  const id = secretIn(await mailTo(testApp, 'password-reset', email))
  await testApp.app.inject({ method: 'PATCH', url, body: { id, password: newPassword } })
}

async function revoke({ boss, ada }: Scene) {
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [ada.admin.id] })
}

async function revokeAndInviteAgain(scene: Scene) {
  const { testApp, boss } = scene
  await revoke(scene)
  await boss.call('POST', '/v1/admin-invites', { users: [{ email }] })
  const inviteId = secretIn(await mailTo(testApp, 'invitation', email))
  const body = { inviteId, fullName: 'Grace Hopper', password: testPassword }
  await testApp.app.inject({ method: 'POST', url: '/v1/admin-invites/accept', body })
}

async function changeEmail({ testApp, ada }: Scene) {
  const url = '/v1/auth/admin/email'
  for (const newEmail of ['new@example.org', email]) {
    await ada.call('POST', url, { newEmail })
    const id = secretIn(await mailTo(testApp, 'email-change', newEmail))
    await testApp.app.inject({ method: 'PATCH', url, body: { id }, cookies: ada.cookies })
  }
}

test.each([
  ['the password is changed', changePassword],
  ['the password is reset', resetPassword],
  ['the access is revoked', revoke],
  ['the access is revoked and given again', revokeAndInviteAgain],
  ['the email address is changed, and changed back', changeEmail],
])('a sign-in that is in progress gets no session once %s', { tags: 'postgres' }, async (_what, act) => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const ada = await signedIn(testApp, { email, fullName: 'Grace Hopper' })
  const finish = await holdSignIn(testApp)
  await act({ testApp, ada, boss })
  const sessions = () => testApp.context.db.selectFrom('sessions').selectAll().orderBy('createdAtMs').execute()
  const before = await sessions()

  const answer = await finish()
  expect(answer.statusCode).toBe(401)
  expect(answer.json().error.code).toBe('wrong_credentials')
  expect(answer.cookies).toEqual([])
  expect(await sessions()).toEqual(before)
})

test('a sign-in that renews a weak hash does not bring back an old password', { tags: 'postgres' }, async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp, { email, fullName: 'Grace Hopper' })
  await weakenHash(testApp, ada.admin.id)
  const finish = await holdSignIn(testApp)
  await changePassword({ testApp, ada, boss: ada })
  await finish()
  expect((await signIn(testApp, newPassword)).statusCode).toBe(200)
  expect((await signIn(testApp)).statusCode).toBe(401)
})

test('two sign-ins that both find a weak hash both succeed', { tags: 'postgres' }, async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp, { email })
  await weakenHash(testApp, ada.admin.id)
  const finish = await holdSignIn(testApp)
  expect((await signIn(testApp)).statusCode).toBe(200)
  expect((await finish()).statusCode).toBe(200)
})

async function weakenHash({ context: { db } }: TestApp, id: string) {
  const cost = { memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 }
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: testPassword })
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const passwordHash = `$argon2id$v=19$m=8192,t=1,p=1$${encode(nonce)}$${encode(tag)}`
  await db.updateTable('admins').set({ passwordHash }).where('id', '=', id).execute()
}
