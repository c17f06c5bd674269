import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { type Session, signedIn, testPassword } from '../../../../testing/factories.ts'
import { keptMails, mailTo, secretIn } from '../../../../testing/mail/mails.ts'
import { startReplica } from '../../../../testing/sessions/replica.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { codeAt } from '../../../../testing/sessions/totp.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** An admin with a second factor, a minute after it was set up. */
async function withFactor() {
  const testApp = await buildTestApp()
  testApp.freeze()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const factor = await setSecondFactor(testApp, ada)
  testApp.advance(minuteMs)
  return { testApp, ada, ...factor, code: (offMs = 0) => codeAt(factor.secret, testApp.context.now() + offMs) }
}

type More = { code?: string; trustDevice?: boolean; password?: string; email?: string }

function signIn({ app }: TestApp, more: More = {}, from: { cookies?: Record<string, string>; ip?: string } = {}) {
  const body = { email: 'ada@example.org', password: testPassword, ...more }
  const { cookies = {}, ip = '192.0.2.1' } = from
  return app.inject({ method: 'POST', url: '/v1/auth/admin/login', body, cookies, remoteAddress: ip })
}

const cookiesOf = (answer: LightMyRequestResponse) =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))

/** The status, code and error of the field. */
function rejectionOf(answer: LightMyRequestResponse) {
  const { code, fields } = answer.json().error
  return `${answer.statusCode} ${code} ${fields?.[0]?.path}: ${fields?.[0]?.message}`
}

const needed = '401 second_factor code: Enter the code from your authenticator app.'
const wrong = '401 second_factor code: That code isn’t correct. Enter the current code from your app.'
const used = '401 second_factor code: This code has already been used. Wait for the next code in your app.'

test('for the password alone, the response lists what to send; with a code it signs in, and no cookie is set before', async () => {
  const { testApp, code } = await withFactor()
  const first = await signIn(testApp)
  expect(rejectionOf(first)).toBe(needed)
  expect(first.cookies).toEqual([])
  expect(rejectionOf(await signIn(testApp, { code: '000000' }))).toBe(wrong)
  const answer = await signIn(testApp, { code: code() })
  expect(answer.json().data).toMatchObject({ user: { email: 'ada@example.org' }, secondFactor: 'set' })
  expect(Object.keys(cookiesOf(answer))).toEqual(['session-3000', 'device-3000'])
})

test('an admin without a second factor signs in as before, and an additional code changes nothing', async () => {
  const testApp = await buildTestApp()
  await signedIn(testApp, { email: 'ada@example.org' })
  expect((await signIn(testApp)).json().data.secondFactor).toBe('none')
  expect((await signIn(testApp, { code: '123456', trustDevice: true })).statusCode).toBe(200)
})

test('a wrong password gets the same response with and without a second factor, a code, or an account', async () => {
  const { testApp, code } = await withFactor()
  await signedIn(testApp, { email: 'bob@example.org' })
  const bodies = new Set<string>()
  for (const email of ['ada@example.org', 'bob@example.org', 'unknown@example.org'])
    for (const more of [{}, { code: code() }, { code: '000000', trustDevice: true }]) {
      const answer = await signIn(testApp, { email, password: 'Wrong-horse-7', ...more })
      const { requestId: _, ...error } = answer.json().error
      bodies.add(JSON.stringify([answer.statusCode, error]))
    }
  expect(bodies.size).toBe(1)
})

test('a code is single-use, invalidates the previous one, and may be one step off', async () => {
  const { testApp, code } = await withFactor()
  const early = code(-30_000)
  const late = code(30_000)
  expect((await signIn(testApp, { code: early })).statusCode).toBe(200)
  expect(rejectionOf(await signIn(testApp, { code: early }))).toBe(used)
  expect((await signIn(testApp, { code: `${late.slice(0, 3)} ${late.slice(3)}` })).statusCode).toBe(200)
  expect(rejectionOf(await signIn(testApp, { code: code() }))).toBe(used)
})

test(
  '[second-factor-2] of twenty sign-ins with one code at once, on two replicas, exactly one succeeds',
  { tags: 'postgres' },
  async () => {
    const { testApp, ada, code } = await withFactor()
    const replicas = [testApp, { ...testApp, app: await startReplica(testApp) }]
    const device = { 'device-3000': ada.cookies['device-3000'] ?? '' }
    const same = code()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signIn(replicas[index % 2] ?? testApp, { code: same }, { cookies: device }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    // The password was correct each time, so none of these delays the next sign-in.
    const pending = testApp.context.db.selectFrom('countedUses').selectAll().where('pendingUntilMs', '>', 0)
    expect(await pending.execute()).toEqual([])
  },
)

test('the code of another admin, an old one and the one that set it up are rejected', async () => {
  const { testApp, secret } = await withFactor()
  const bob = await signedIn(testApp, { email: 'bob@example.org' })
  const other = await setSecondFactor(testApp, bob)
  const nowMs = testApp.context.now()
  expect(rejectionOf(await signIn(testApp, { code: codeAt(other.secret, nowMs) }))).toBe(wrong)
  expect(rejectionOf(await signIn(testApp, { code: codeAt(secret, nowMs - dayMs) }))).toBe(wrong)
  expect(rejectionOf(await signIn(testApp, { code: other.recoveryCodes[0] ?? '' }))).toBe(
    '401 second_factor code: That recovery code isn’t correct or has already been used.',
  )
})

test('a clock that is ten minutes off is reported, and the shown code is not accepted when its time comes', async () => {
  const { testApp, code } = await withFactor()
  const slow = await signIn(testApp, { code: code(-10 * minuteMs) })
  expect(rejectionOf(slow)).toMatch(/about 10 minutes slow/)
  const early = code(10 * minuteMs)
  expect(rejectionOf(await signIn(testApp, { code: early }))).toMatch(/about 10 minutes fast/)
  testApp.advance(10 * minuteMs)
  expect(rejectionOf(await signIn(testApp, { code: early }))).toBe(used)
  testApp.advance(minuteMs)
  expect((await signIn(testApp, { code: code() })).statusCode).toBe(200)
})

test(
  'no code up to the last one that was entered ahead of its time is accepted, and the error says until when',
  { tags: 'postgres' },
  async () => {
    const { testApp, code } = await withFactor()
    const [first, second] = [code(2 * minuteMs), code(10 * minuteMs)]
    for (const early of [first, second, first]) await signIn(testApp, { code: early })
    testApp.advance(2 * minuteMs)
    const again =
      'Codes of your app will be accepted again in about 8 minutes. Until then, use a passkey or a recovery code.'
    expect(rejectionOf(await signIn(testApp, { code: first }))).toContain(again)
    expect(rejectionOf(await signIn(testApp, { code: code(-30_000) }))).toContain(again)
    testApp.advance(9 * minuteMs)
    expect((await signIn(testApp, { code: code() })).statusCode).toBe(200)
  },
)

test('[second-factor-3] each recovery code is single-use, however it is typed; its use is emailed and the rest counted', async () => {
  const { testApp, ada, recoveryCodes } = await withFactor()
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = recoveryCodes
  expect((await signIn(testApp, { code: first })).statusCode).toBe(200)
  expect(rejectionOf(await signIn(testApp, { code: first }))).toMatch(
    /That recovery code isn’t correct or has already been used/,
  )
  // A word processor has rewritten its dashes.
  expect(
    (await signIn(testApp, { code: ` ${second.toUpperCase().replace('-', '–').replace('-', '')}\u200E ` })).statusCode,
  ).toBe(200)
  const state = (await ada.call('GET', '/v1/auth/admin/second-factor')).json().data
  expect(state).toMatchObject({ isSet: true, recoveryCodesLeft: 8 })
  expect((await mailTo(testApp, 'second-factor', 'ada@example.org')).text).toContain('You have 8 codes left')
})

test('neither secret nor recovery codes are in the database', async () => {
  const { testApp, secret, recoveryCodes } = await withFactor()
  const { db } = testApp.context
  const rows = JSON.stringify([
    await db.selectFrom('secondFactors').selectAll().execute(),
    await db.selectFrom('recoveryCodes').selectAll().execute(),
    await db.selectFrom('auditEvents').selectAll().execute(),
  ])
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    expect(rows).not.toContain(text)
  expect(testApp.logLines.join('\n')).not.toContain(secret)
})

test('with another master key admins are told that it has to be reset, and no one can sign in', async () => {
  const { testApp, code, recoveryCodes } = await withFactor()
  testApp.context.keys = {
    ...testApp.context.keys,
    derive: (purpose) => createHash('sha256').update(purpose).digest(),
  }
  expect(rejectionOf(await signIn(testApp, { code: code() }))).toMatch(
    /Ask a super admin or your system administrator to reset your two-step sign-in/,
  )
  expect(rejectionOf(await signIn(testApp, { code: recoveryCodes[0] ?? '' }))).toMatch(
    /That recovery code isn’t correct or has already been used/,
  )
})

test('[second-factor-8] a browser is trusted for 30 days on request, and no other browser or admin is', async () => {
  const { testApp, code } = await withFactor()
  const plain = cookiesOf(await signIn(testApp, { code: code() }))
  expect(rejectionOf(await signIn(testApp, {}, { cookies: plain }))).toBe(needed)
  testApp.advance(minuteMs)
  const trusted = cookiesOf(await signIn(testApp, { code: code(), trustDevice: true }))
  expect((await signIn(testApp, {}, { cookies: trusted })).statusCode).toBe(200)
  expect(rejectionOf(await signIn(testApp, {}, { cookies: { 'device-3000': 'x'.repeat(43) } }))).toBe(needed)

  const bob = await signedIn(testApp, { email: 'bob@example.org' })
  await setSecondFactor(testApp, bob)
  expect(rejectionOf(await signIn(testApp, { email: 'bob@example.org' }, { cookies: trusted }))).toBe(needed)

  testApp.advance(30 * dayMs - 2 * minuteMs)
  expect((await signIn(testApp, {}, { cookies: trusted })).statusCode).toBe(200)
  testApp.advance(3 * minuteMs)
  expect(rejectionOf(await signIn(testApp, {}, { cookies: trusted }))).toBe(needed)
})

test('signing out everywhere else ends the trust in other browsers, but not in this one', async () => {
  const { testApp, code } = await withFactor()
  const phone = cookiesOf(await signIn(testApp, { code: code(), trustDevice: true }))
  testApp.advance(minuteMs)
  const here = cookiesOf(await signIn(testApp, { code: code(), trustDevice: true }))
  const ended = await testApp.app.inject({ method: 'DELETE', url: '/v1/auth/admin/sessions', cookies: here })
  expect(ended.statusCode).toBe(204)
  expect(rejectionOf(await signIn(testApp, {}, { cookies: phone }))).toBe(needed)
  expect((await signIn(testApp, {}, { cookies: here })).statusCode).toBe(200)
})

test('revoking the session of a browser ends the trust in it, and in no other', async () => {
  const { testApp, code } = await withFactor()
  const phone = cookiesOf(await signIn(testApp, { code: code(), trustDevice: true }))
  testApp.advance(minuteMs)
  const here = cookiesOf(await signIn(testApp, { code: code(), trustDevice: true }))
  const url = '/v1/auth/admin/sessions'
  const { sessions } = (await testApp.app.inject({ url, cookies: phone })).json().data
  const own = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
  const ended = await testApp.app.inject({ method: 'DELETE', url: `${url}/${own.id}`, cookies: here })
  expect(ended.statusCode).toBe(204)
  expect(rejectionOf(await signIn(testApp, {}, { cookies: phone }))).toBe(needed)
  expect((await signIn(testApp, {}, { cookies: here })).statusCode).toBe(200)
})

test('[second-factor-7] a new password by email never bypasses the second factor, and ends the trust', async () => {
  const { testApp, code } = await withFactor()
  const trusted = cookiesOf(await signIn(testApp, { code: code(), trustDevice: true }))
  const url = '/v1/auth/admin/forgot-password'
  await testApp.app.inject({ method: 'POST', url, body: { email: 'ada@example.org' } })
  const password = 'Another-horse-8'
  const id = secretIn(await mailTo(testApp, 'password-reset', 'ada@example.org'))
  const reset = await testApp.app.inject({ method: 'PATCH', url, cookies: trusted, body: { id, password } })
  expect(reset.statusCode).toBe(204)
  expect(rejectionOf(await signIn(testApp, { password }, { cookies: trusted }))).toBe(needed)
  testApp.advance(minuteMs)
  expect((await signIn(testApp, { password, code: code() })).statusCode).toBe(200)
})

test('the identity is also confirmed by a code or a recovery code, each once', async () => {
  const { testApp, ada, code, recoveryCodes } = await withFactor()
  testApp.advance(11 * minuteMs)
  // Some requests keep the session from ending.
  expect((await ada.call('POST', '/v1/auth/admin/second-factor/recovery-codes')).json().error.code).toBe(
    'confirm_identity',
  )
  const confirm = (body: object, by: Session) => by.call('POST', '/v1/auth/admin/confirm', body)
  expect(rejectionOf(await confirm({ code: '000000' }, ada))).toMatch(/^400 invalid code: That code isn’t correct/)
  expect((await confirm({ code: code(), password: testPassword }, ada)).statusCode).toBe(400)
  const same = code()
  const confirmed = await confirm({ code: same }, ada)
  expect(confirmed.statusCode).toBe(204)
  const again: Session = {
    ...ada,
    call: (method, url, body) =>
      testApp.app.inject({
        method,
        url,
        cookies: cookiesOf(confirmed),
        ...(body !== undefined && { body: body as object }),
      }),
  }
  expect(rejectionOf(await confirm({ code: same }, again))).toMatch(/already been used/)
  expect((await confirm({ code: recoveryCodes[3] ?? '' }, again)).statusCode).toBe(204)
  expect((await keptMails(testApp)).map(({ subject }) => subject)).toContain(
    'A recovery code was used in Health Console',
  )
})
