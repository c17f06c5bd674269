import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../../testing/factories.ts'
import { keptMails } from '../../../../testing/mail/mails.ts'
import { named } from '../../../../testing/audit-log.ts'
import { addPasskey } from '../../../../testing/passkeys/add-passkey.ts'
import { runConsole } from '../../../../testing/processes/run-console.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { countTrustedDevices, trustAllDevices } from '../../../../testing/sessions/trust.ts'
import { codeAt } from '../../../../testing/sessions/totp.ts'

const url = '/v1/auth/admin/second-factor'
const minuteMs = 60_000

const signIn = ({ app }: TestApp, email: string, more: object = {}) =>
  app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password: testPassword, ...more } })

const subjectsMailedTo = async (testApp: TestApp, email: string) =>
  (await keptMails(testApp))
    .filter(({ to, kind }) => to === email && kind === 'second-factor')
    .map((mail) => mail.subject)

test('nothing is required until a code confirms the secret; a wrong code is explained and can be tried again', async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const { now } = testApp.context
  expect((await ada.call('PUT', url, { code: '123456' })).json().error).toMatchObject({
    code: 'conflict',
    message: 'Start the setup again.',
  })
  const { secret, uri } = (await ada.call('POST', url)).json().data
  expect(uri).toContain(`secret=${secret}`)
  expect((await signIn(testApp, 'ada@example.org')).statusCode).toBe(200)
  const confirm = async (code: string) => (await ada.call('PUT', url, { code })).json().error?.fields?.[0]
  expect(await confirm('000000')).toEqual({ path: 'code', message: expect.stringMatching(/^That code isn’t correct/) })
  expect(await confirm(codeAt(secret, now() - 10 * minuteMs))).toEqual({
    path: 'code',
    message: expect.stringMatching(/about 10 minutes slow/),
  })
  expect(await confirm(codeAt(secret, now()))).toBeUndefined()
  expect((await signIn(testApp, 'ada@example.org')).json().error.code).toBe('second_factor')
  expect((await ada.call('GET', url)).json().data).toEqual({
    isSet: true,
    isRequired: false,
    since: expect.stringMatching(/^20.*Z$/),
    passkeys: [],
    recoveryCodesLeft: 10,
  })
  expect(await subjectsMailedTo(testApp, 'ada@example.org')).toEqual([
    'Two-step sign-in was turned on in Health Console',
  ])
})

test('setting up an app revokes the other sessions; another app replaces the first', async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const phone = (await signIn(testApp, 'ada@example.org')).cookies.find(({ name }) => name === 'session-3000')
  await trustAllDevices(testApp)
  const first = await setSecondFactor(testApp, ada)
  expect(await countTrustedDevices(testApp, ada)).toBe(0)
  const me = { method: 'GET', url: '/v1/auth/admin/me' } as const
  expect((await testApp.app.inject({ ...me, cookies: { 'session-3000': phone?.value ?? '' } })).statusCode).toBe(401)
  expect((await ada.call('GET', me.url)).statusCode).toBe(200)

  const { secret } = (await ada.call('POST', url)).json().data
  testApp.advance(minuteMs)
  expect(
    (await signIn(testApp, 'ada@example.org', { code: codeAt(first.secret, testApp.context.now()) })).statusCode,
  ).toBe(200)
  await ada.call('PUT', url, { code: codeAt(secret, testApp.context.now()) })
  testApp.advance(minuteMs)
  const nowMs = testApp.context.now()
  expect((await signIn(testApp, 'ada@example.org', { code: codeAt(first.secret, nowMs) })).statusCode).toBe(401)
  expect((await signIn(testApp, 'ada@example.org', { code: first.recoveryCodes[0] })).statusCode).toBe(401)
  expect((await signIn(testApp, 'ada@example.org', { code: codeAt(secret, nowMs) })).statusCode).toBe(200)
})

test('recovery codes are renewed, and the second factor is turned off again', async () => {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  for (const [method, path] of [
    ['DELETE', url],
    ['POST', `${url}/recovery-codes`],
  ] as const)
    expect((await ada.call(method, path)).json().error.message).toBe('Two-step sign-in isn’t set up.')
  const { recoveryCodes } = await setSecondFactor(testApp, ada)
  const renewed = (await ada.call('POST', `${url}/recovery-codes`)).json().data.recoveryCodes
  expect(renewed).toHaveLength(10)
  expect((await signIn(testApp, 'ada@example.org', { code: recoveryCodes[0] })).statusCode).toBe(401)
  expect((await signIn(testApp, 'ada@example.org', { code: renewed[0] })).statusCode).toBe(200)
  expect((await ada.call('DELETE', url)).statusCode).toBe(204)
  expect((await signIn(testApp, 'ada@example.org')).statusCode).toBe(200)
  const rows = await testApp.context.db.selectFrom('recoveryCodes').selectAll().execute()
  expect(rows).toEqual([])
  expect(await subjectsMailedTo(testApp, 'ada@example.org')).toContain(
    'Two-step sign-in was turned off in Health Console',
  )
})

test.each([
  ['super_admin', { super_admin: 'required', admin: 'none' }],
  ['all', { super_admin: 'required', admin: 'required' }],
] as const)('if %s is required, nothing else is accessible before it is set up', async (setting, states) => {
  const testApp = await buildTestApp({ REQUIRE_SECOND_FACTOR: setting })
  for (const role of ['super_admin', 'admin'] as const) {
    const email = `${role}@example.org`
    const person = await signedIn(testApp, { role, email })
    expect((await signIn(testApp, email)).json().data.secondFactor).toBe(states[role])
    expect((await person.call('GET', '/v1/auth/admin/me')).json().data.secondFactor).toBe(states[role])
    const isRequired = states[role] === 'required'
    for (const path of ['/v1/users', '/v1/admins', '/v1/auth/admin/sessions', '/v1/files']) {
      const answer = await person.call('GET', path)
      expect(answer.json().error?.code).toBe(isRequired ? 'second_factor_required' : undefined)
    }
    await setSecondFactor(testApp, person)
    expect((await person.call('GET', '/v1/users')).statusCode).toBe(200)
    expect((await person.call('GET', '/v1/auth/admin/me')).json().data.secondFactor).toBe('set')
    expect((await person.call('DELETE', url)).statusCode).toBe(isRequired ? 409 : 204)
  }
})

test('[second-factor-6] a super admin resets another admin’s factor; the admin and all super admins are emailed, and the sessions are revoked', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org', fullName: 'Bea Boss' })
  await createAdmin(testApp, { role: 'super_admin', email: 'second@example.org' })
  const ada = await signedIn(testApp, { email: 'ada@example.org', fullName: 'Ada Lovelace' })
  const path = `/v1/admins/${ada.admin.id}/second-factor`
  expect((await boss.call('DELETE', path)).json().error.message).toBe('Ada Lovelace hasn’t set up two-step sign-in.')
  await setSecondFactor(testApp, ada)
  expect((await ada.call('DELETE', path)).statusCode).toBe(403)
  expect((await boss.call('DELETE', `/v1/admins/${boss.admin.id}/second-factor`)).statusCode).toBe(403)
  expect((await boss.call('DELETE', '/v1/admins/unknown/second-factor')).statusCode).toBe(404)

  expect((await boss.call('DELETE', path)).statusCode).toBe(204)
  expect((await ada.call('GET', '/v1/auth/admin/me')).statusCode).toBe(401)
  expect((await signIn(testApp, 'ada@example.org')).statusCode).toBe(200)
  const subject = 'Ada Lovelace’s two-step sign-in was reset in Health Console'
  for (const email of ['ada@example.org', 'boss@example.org', 'second@example.org'])
    expect(await subjectsMailedTo(testApp, email)).toContain(subject)
  const log = testApp.context.db.selectFrom('auditEvents').select(['action', 'actorId', 'subjects'])
  expect(await log.where('outcome', '=', 'ok').execute()).toContainEqual({
    action: 'second_factor.reset',
    actorId: boss.admin.id,
    subjects: named(`admin:${ada.admin.id}`),
  })
})

test('a command resets the second factor of any admin', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
  await setSecondFactor(testApp, boss)
  await addPasskey(testApp, boss)
  const reset = (email: string) => runConsole(testApp, ['reset-second-factor', '--email', email])
  expect(await reset('boss@example.org')).toEqual({
    code: 0,
    output: 'boss@example.org signs in with only a password until a new second factor is set up.\n',
  })
  expect((await signIn(testApp, 'boss@example.org')).statusCode).toBe(200)
  expect(await subjectsMailedTo(testApp, 'boss@example.org')).toContainEqual(expect.stringContaining('was reset'))
  expect(await testApp.context.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  expect(await reset('unknown@example.org')).toEqual({ code: 1, output: 'unknown@example.org has no access.\n' })
})

test('an admin who loses access loses the factor, and starts without one when invited again', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const ada = await signedIn(testApp)
  await setSecondFactor(testApp, ada)
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [ada.admin.id] })
  const { db } = testApp.context
  expect(await db.selectFrom('secondFactors').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('recoveryCodes').selectAll().execute()).toEqual([])
})
