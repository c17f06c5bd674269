import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { keptMails, mailTo } from '../../../../testing/mail/mails.ts'
import { addPasskey } from '../../../../testing/passkeys/add-passkey.ts'
import { createAuthenticator } from '../../../../testing/passkeys/software-authenticator.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { startReplica } from '../../../../testing/sessions/replica.ts'
import { countTrustedDevices, trustAllDevices } from '../../../../testing/sessions/trust.ts'

const url = '/v1/auth/admin/passkeys'
const stateUrl = '/v1/auth/admin/second-factor'
const minuteMs = 60_000

const signIn = ({ app }: TestApp, email: string, more: object = {}) =>
  app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password: testPassword, ...more } })

const stateOf = async ({ call }: Session) => (await call('GET', stateUrl)).json().data

const subjectsMailedTo = async (testApp: TestApp, email: string) =>
  (await keptMails(testApp)).filter(({ to }) => to === email).map(({ subject }) => subject)

async function withAda() {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const authenticator = createAuthenticator({ origin: testApp.context.config.publicUrl })
  const begin = async (by = ada) => (await by.call('POST', url)).json().data
  return { testApp, ada, authenticator, begin }
}

test('the first passkey adds recovery codes, is emailed, and revokes the other sessions', async () => {
  const { testApp, ada } = await withAda()
  const phone = (await signIn(testApp, 'ada@example.org')).cookies.find(({ name }) => name === 'session-3000')
  await trustAllDevices(testApp)
  const { recoveryCodes } = await addPasskey(testApp, ada, { name: 'Work laptop' })
  expect(recoveryCodes).toHaveLength(10)
  expect(await countTrustedDevices(testApp, ada)).toBe(0)
  expect(await stateOf(ada)).toEqual({
    isSet: true,
    isRequired: false,
    since: '',
    passkeys: [
      {
        id: expect.any(String),
        name: 'Work laptop',
        createdAt: expect.stringMatching(/^20.*Z$/),
        lastUsedAt: '',
        isSynced: false,
      },
    ],
    recoveryCodesLeft: 10,
  })
  const me = { method: 'GET', url: '/v1/auth/admin/me' } as const
  expect((await testApp.app.inject({ ...me, cookies: { 'session-3000': phone?.value ?? '' } })).statusCode).toBe(401)
  expect((await ada.call('GET', me.url)).json().data).toMatchObject({
    secondFactor: 'set',
    confirmBy: ['password', 'passkey', 'recovery_code'],
  })
  expect((await mailTo(testApp, 'second-factor', 'ada@example.org')).text).toContain('Work laptop')
  expect((await signIn(testApp, 'ada@example.org')).json().error.code).toBe('second_factor')
})

test('more passkeys and an app can be added, and the recovery codes remain valid', async () => {
  const { testApp, ada, authenticator } = await withAda()
  const first = await addPasskey(testApp, ada, { authenticator })
  const synced = createAuthenticator({ origin: testApp.context.config.publicUrl, isSynced: true })
  expect((await addPasskey(testApp, ada, { name: 'Second', authenticator: synced })).recoveryCodes).toEqual([])
  expect((await setSecondFactor(testApp, ada)).recoveryCodes).toEqual([])
  const { passkeys, since } = await stateOf(ada)
  expect(passkeys.map(({ name, isSynced }: { name: string; isSynced: boolean }) => [name, isSynced])).toEqual([
    ['Phone', false],
    ['Second', true],
  ])
  expect(since).not.toBe('')
  expect((await signIn(testApp, 'ada@example.org', { code: first.recoveryCodes[0] })).statusCode).toBe(200)
})

test('the options for the browser contain the existing passkeys, the console, and the admin', async () => {
  const { testApp, ada, begin } = await withAda()
  const { authenticator } = await addPasskey(testApp, ada)
  const id = authenticator.credentials[0]?.id.toString('base64url')
  expect(await begin()).toMatchObject({
    rp: { id: 'localhost', name: 'Health Console' },
    user: { id: Buffer.from(ada.admin.id).toString('base64url'), name: 'ada@example.org' },
    excludeCredentials: [{ id, type: 'public-key', transports: ['internal'] }],
    attestation: 'none',
  })
})

test('a passkey response is single-use, valid for five minutes, in the session that requested it, from the console itself', async () => {
  const { testApp, ada, authenticator, begin } = await withAda()
  testApp.freeze()
  const add = async (passkey: object, by = ada) => {
    const answer = await by.call('PUT', url, { name: 'Phone', passkey })
    return answer.json().error?.fields?.[0]?.message ?? answer.json().error?.message ?? answer.statusCode
  }
  const bob = await signedIn(testApp, { email: 'bob@example.org' })
  const expired = 'The passkey request has expired. Try again.'
  const uncheckable = 'The passkey couldn’t be checked. Try again.'

  expect(await add(authenticator.create(await begin(bob)))).toBe(expired)
  expect(await add(authenticator.create({ ...(await begin()), challenge: 'Zm9yZ2Vk' }))).toBe(expired)
  const late = authenticator.create(await begin())
  testApp.advance(5 * minuteMs)
  expect(await add(late)).toBe(expired)
  expect(await add(authenticator.create(await begin(), { origin: 'https://evil.example' }))).toBe(
    `Passkeys work only at ${testApp.context.config.publicUrl}. Open the console there.`,
  )
  expect(await add(authenticator.create(await begin(), { rpId: 'evil.example' }))).toBe(uncheckable)
  const broken = authenticator.create(await begin())
  expect(await add({ ...broken, response: { ...broken.response, clientDataJSON: 'AAAA' } })).toBe(uncheckable)
  expect(await add({ ...broken, response: { ...broken.response, attestationObject: 'AAAA' } })).toBe(uncheckable)

  const good = authenticator.create(await begin())
  expect(await add(good)).toBe(200)
  expect(await add(good)).toBe('This passkey response has already been used. Try again.')
  expect((await stateOf(ada)).passkeys).toHaveLength(1)
})

test('of many responses to one challenge, on two replicas, exactly one is accepted', async () => {
  const { testApp, ada, authenticator, begin } = await withAda()
  const replica = await startReplica(testApp)
  const options = await begin()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? testApp.app : replica).inject({
        method: 'PUT',
        url,
        cookies: ada.cookies,
        body: { name: `Passkey ${index}`, passkey: authenticator.create(options) },
      }),
    ),
  )
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  expect((await stateOf(ada)).passkeys).toHaveLength(1)
})

test('a passkey is renamed and removed only by its owner; removing the last factor removes the recovery codes', async () => {
  const { testApp, ada } = await withAda()
  const bob = await signedIn(testApp, { email: 'bob@example.org' })
  await addPasskey(testApp, ada)
  await addPasskey(testApp, ada, { name: 'Key' })
  const [first, second] = (await stateOf(ada)).passkeys
  expect((await bob.call('PATCH', `${url}/${first.id}`, { name: 'Mine' })).statusCode).toBe(404)
  expect((await bob.call('DELETE', `${url}/${first.id}`)).statusCode).toBe(404)
  expect((await ada.call('PATCH', `${url}/${first.id}`, { name: '  ' })).json().error.fields).toEqual([
    { path: 'name', message: 'Name is required' },
  ])
  expect((await ada.call('PATCH', `${url}/${first.id}`, { name: 'Old phone' })).statusCode).toBe(204)
  expect((await stateOf(ada)).passkeys[0].name).toBe('Old phone')

  expect((await ada.call('DELETE', `${url}/${first.id}`)).statusCode).toBe(204)
  expect(await stateOf(ada)).toMatchObject({ isSet: true, recoveryCodesLeft: 10 })
  expect((await ada.call('DELETE', `${url}/${second.id}`)).statusCode).toBe(204)
  expect(await stateOf(ada)).toMatchObject({ isSet: false, recoveryCodesLeft: 0 })
  expect((await signIn(testApp, 'ada@example.org')).statusCode).toBe(200)
  const subjects = await subjectsMailedTo(testApp, 'ada@example.org')
  expect(subjects.slice(-2)).toEqual([
    'A passkey was removed in Health Console',
    'Two-step sign-in was turned off in Health Console',
  ])
})

test('the app can be removed on its own, and turning off removes all factors', async () => {
  const { testApp, ada } = await withAda()
  expect((await ada.call('DELETE', `${stateUrl}/app`)).statusCode).toBe(409)
  await setSecondFactor(testApp, ada)
  await addPasskey(testApp, ada)
  expect((await ada.call('DELETE', `${stateUrl}/app`)).statusCode).toBe(204)
  expect(await stateOf(ada)).toMatchObject({ isSet: true, since: '', recoveryCodesLeft: 10 })
  expect((await ada.call('DELETE', stateUrl)).statusCode).toBe(204)
  expect(await stateOf(ada)).toMatchObject({ isSet: false, passkeys: [], recoveryCodesLeft: 0 })
})

test('no admin can have more than twenty passkeys', async () => {
  const { testApp, ada, authenticator } = await withAda()
  for (let count = 1; count <= 20; count += 1) await addPasskey(testApp, ada, { authenticator })
  expect((await ada.call('POST', url)).json().error).toMatchObject({
    code: 'conflict',
    message: 'You have 20 passkeys. Remove one first.',
  })
})

test('if a second factor is required, a passkey counts as one, and the last one cannot be removed', async () => {
  const testApp = await buildTestApp({ REQUIRE_SECOND_FACTOR: 'all' })
  const ada = await signedIn(testApp)
  expect((await ada.call('GET', '/v1/users')).json().error.code).toBe('second_factor_required')
  await addPasskey(testApp, ada)
  expect((await ada.call('GET', '/v1/users')).statusCode).toBe(200)
  const [{ id }] = (await stateOf(ada)).passkeys
  expect((await ada.call('DELETE', `${url}/${id}`)).json().error).toMatchObject({
    code: 'conflict',
    message: 'Your role requires two-step sign-in. Add another passkey or an authenticator app first.',
  })
  expect((await stateOf(ada)).passkeys).toHaveLength(1)
})

test('a reset by a super admin, and losing access, remove the passkeys', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
  await createAdmin(testApp, { role: 'super_admin', email: 'second@example.org' })
  const ada = await signedIn(testApp, { email: 'ada@example.org', fullName: 'Ada Lovelace' })
  await addPasskey(testApp, ada)
  const review = async () => (await boss.call('GET', '/v1/access-review')).json().data.access
  expect(await review()).toContainEqual(expect.objectContaining({ id: ada.admin.id, hasSecondFactor: true }))
  expect((await boss.call('DELETE', `/v1/admins/${ada.admin.id}/second-factor`)).statusCode).toBe(204)
  expect((await ada.call('GET', '/v1/auth/admin/me')).statusCode).toBe(401)
  expect((await signIn(testApp, 'ada@example.org')).statusCode).toBe(200)
  for (const email of ['ada@example.org', 'boss@example.org', 'second@example.org'])
    expect(await subjectsMailedTo(testApp, email)).toContain(
      'Ada Lovelace’s two-step sign-in was reset in Health Console',
    )
  const bob = await signedIn(testApp)
  await addPasskey(testApp, bob)
  await boss.call('POST', '/v1/admins/access/revoke', { userIds: [bob.admin.id] })
  expect(await testApp.context.db.selectFrom('passkeys').selectAll().execute()).toEqual([])
})
