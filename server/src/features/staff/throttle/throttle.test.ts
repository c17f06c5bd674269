import { expect, test } from 'vitest'
import { newToken } from '../../../core/crypto/token.ts'
import { deleteEnded } from '../../../operations/delete-ended.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../../testing/factories.ts'
import { rememberDevice } from '../sessions/devices.ts'
import { attemptOfStranger } from './attempts.ts'
import { tryPassword } from './throttle.ts'
import { blockIp } from '../../../../testing/sessions/block-ip.ts'

const email = 'ada@example.org'
const minuteMs = 60_000

type Try = { email?: string; password?: string; from?: string; cookies?: Record<string, string> }

const attempt = ({ app }: TestApp, input: Try = {}) =>
  app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    remoteAddress: input.from ?? '192.0.2.1',
    body: { email: input.email ?? email, password: input.password ?? 'Wrong-password-1' },
    ...(input.cookies && { cookies: input.cookies }),
  })
const right = { password: testPassword }
const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof attempt>>) =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]))

async function withAda() {
  const testApp = await buildTestApp()
  testApp.freeze()
  await createAdmin(testApp, { email })
  return testApp
}

test('from the fifth failure on an account waits: 1 s, then twice as long each time, at most 15 minutes', async () => {
  const testApp = await withAda()
  for (let n = 0; n < 5; n += 1) expect((await attempt(testApp)).statusCode).toBe(401)
  const waits: number[] = []
  for (let n = 0; n < 12; n += 1) {
    const rejected = await attempt(testApp, right)
    expect(rejected.statusCode).toBe(429)
    const seconds = Number(rejected.headers['retry-after'])
    waits.push(seconds)
    testApp.advance(seconds * 1_000)
    expect((await attempt(testApp)).statusCode).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  expect((await attempt(testApp, right)).json().error.message).toContain('15 minutes')
  testApp.advance(15 * minuteMs)
  expect((await attempt(testApp, right)).statusCode).toBe(200)
})

test('an attempt whose time was read just before another one’s does not wait for it', async () => {
  const testApp = await withAda()
  expect((await attempt(testApp)).statusCode).toBe(401)
  testApp.advance(-5)
  expect((await attempt(testApp, right)).statusCode).toBe(200)
})

test('a success or fifteen minutes without attempts reset the count', async () => {
  const testApp = await withAda()
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 4; n += 1) await attempt(testApp)
    expect((await attempt(testApp, right)).statusCode).toBe(200)
  }
  for (let n = 0; n < 4; n += 1) await attempt(testApp)
  testApp.advance(15 * minuteMs)
  for (let n = 0; n < 4; n += 1) expect((await attempt(testApp)).statusCode).toBe(401)
})

test('strangers lock out neither the owner at another IP address nor a device that signed in before', async () => {
  const testApp = await withAda()
  const cookies = cookiesOf(await attempt(testApp, right))
  for (let n = 0; n < 6; n += 1) await attempt(testApp)
  expect((await attempt(testApp, right)).statusCode).toBe(429)
  expect((await attempt(testApp, { ...right, from: '192.0.2.2' })).statusCode).toBe(200)
  expect((await attempt(testApp, { ...right, cookies })).statusCode).toBe(200)
})

test('the device of one admin gets no bucket of its own for another admin', async () => {
  const testApp = await withAda()
  const other = await signedIn(testApp)
  for (let n = 0; n < 6; n += 1) await attempt(testApp, { cookies: other.cookies })
  expect((await attempt(testApp, { ...right, cookies: other.cookies })).statusCode).toBe(429)
})

test('[sign-in-11] fifty failures from one IP address block only that one, for a quarter of an hour', async () => {
  const testApp = await withAda()
  for (let n = 0; n < 50; n += 1) {
    // Knowing one password gives no additional attempts at others.
    if (n === 49) expect((await attempt(testApp, right)).statusCode).toBe(200)
    expect((await attempt(testApp, { email: `person${n}@example.org` })).statusCode).toBe(401)
  }
  expect((await attempt(testApp, right)).statusCode).toBe(429)
  expect((await attempt(testApp, { ...right, from: '192.0.2.2' })).statusCode).toBe(200)
  testApp.advance(15 * minuteMs)
  expect((await attempt(testApp, right)).statusCode).toBe(200)
})

test('[sign-in-10] a device that signed in before can sign in from a blocked IP address, and is slowed down only by its own failures', async () => {
  const testApp = await withAda()
  const cookies = cookiesOf(await attempt(testApp, right))
  await blockIp(testApp, '192.0.2.1')
  expect((await attempt(testApp, { ...right, cookies })).statusCode).toBe(200)
  for (let n = 0; n < 5; n += 1) expect((await attempt(testApp, { cookies })).statusCode).toBe(401)
  expect((await attempt(testApp, { ...right, cookies })).statusCode).toBe(429)
  testApp.advance(1_000)
  expect((await attempt(testApp, { ...right, cookies })).statusCode).toBe(200)
})

test('two admins who share a device are both known on it', async () => {
  const testApp = await withAda()
  await createAdmin(testApp, { email: 'bob@example.org' })
  const first = cookiesOf(await attempt(testApp, right))
  const second = cookiesOf(await attempt(testApp, { ...right, email: 'bob@example.org', cookies: first }))
  expect(second['device-3000']).toBe(first['device-3000'])
  await blockIp(testApp, '192.0.2.1')
  for (const each of [email, 'bob@example.org']) {
    expect((await attempt(testApp, { ...right, email: each, cookies: second })).statusCode).toBe(200)
  }
})

test('a device token that the server did not issue is replaced', async () => {
  const testApp = await withAda()
  const planted = 'A'.repeat(43)
  expect(cookiesOf(await attempt(testApp, { ...right, cookies: { 'device-3000': planted } }))['device-3000']).not.toBe(
    planted,
  )
})

test('the twenty most recently used devices stay known, and none for longer than its cookie', async () => {
  const testApp = await withAda()
  const { db, now } = testApp.context
  const first = cookiesOf(await attempt(testApp, right))
  const { adminId } = await db.selectFrom('knownDevices').select('adminId').executeTakeFirstOrThrow()
  const newDevice = async () => {
    testApp.advance(1_000)
    await rememberDevice(db, newToken(), adminId, now())
  }
  for (let n = 0; n < 19; n += 1) await newDevice()
  await blockIp(testApp, '192.0.2.1')
  expect((await attempt(testApp, { ...right, cookies: first })).statusCode).toBe(200)
  for (let n = 0; n < 20; n += 1) await newDevice()
  expect((await attempt(testApp, { ...right, cookies: first })).statusCode).toBe(429)

  const known = () => db.selectFrom('knownDevices').selectAll().execute()
  expect(await known()).toHaveLength(20)
  testApp.advance(400 * 24 * 60 * minuteMs - 1_000)
  await deleteEnded(testApp.context)
  expect(await known()).toHaveLength(1)
  testApp.advance(1_000)
  await deleteEnded(testApp.context)
  expect(await known()).toEqual([])
})

test('IP addresses of one /64 count together, and IPv4 written as IPv6 counts as IPv4', async () => {
  const testApp = await withAda()
  await blockIp(testApp, '2001:db8:0:7::1')
  expect((await attempt(testApp, { ...right, from: '2001:db8:0:7:ffff::2' })).statusCode).toBe(429)
  expect((await attempt(testApp, { ...right, from: '2001:db8:0:8::1' })).statusCode).toBe(200)
  await blockIp(testApp, '192.0.2.9')
  expect((await attempt(testApp, { ...right, from: '::ffff:192.0.2.9' })).statusCode).toBe(429)
})

test('the rows reveal neither an email address nor an IP address', async () => {
  const testApp = await withAda()
  const cookies = cookiesOf(await attempt(testApp, right))
  await attempt(testApp)
  await attempt(testApp, { cookies })
  const rows = await testApp.context.db.selectFrom('countedUses').select('bucket').execute()
  expect(rows).toHaveLength(3)
  for (const { bucket } of rows) expect(bucket).toMatch(/^[\w-]{43}$/)
  // With another key the same attempt has another name.
  const elsewhere = await withAda()
  await attempt(elsewhere)
  const others = await elsewhere.context.db.selectFrom('countedUses').select('bucket').execute()
  expect(rows).not.toContainEqual(others[0])
})

test('an office that signs in all day does not use up its IP address', async () => {
  const testApp = await withAda()
  for (let n = 0; n < 60; n += 1) expect((await attempt(testApp, right)).statusCode).toBe(200)
})

test('concurrent attempts cannot bypass the throttle', async () => {
  const testApp = await withAda()
  const answers = await Promise.all(Array.from({ length: 40 }, () => attempt(testApp)))
  const countOf = (status: number) => answers.filter((answer) => answer.statusCode === status).length
  expect({ failed: countOf(401), rejected: countOf(429) }).toEqual({ failed: 5, rejected: 35 })
})

test('correct passwords sent at once from a known device wait for each other and all sign in', async () => {
  const testApp = await withAda()
  const cookies = cookiesOf(await attempt(testApp, right))
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(testApp, { ...right, cookies })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
})

test('correct passwords sent at once by a stranger are never reported as wrong', async () => {
  const testApp = await withAda()
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { passwords } = testApp.context
  const { verify } = passwords
  passwords.verify = (...parameters) => isOver.then(() => verify(...parameters))
  const rejected: Awaited<ReturnType<typeof attempt>>[] = []
  const sent = Array.from({ length: 20 }, async () => {
    const answer = await attempt(testApp, right)
    if (answer.statusCode !== 200 && rejected.push(answer) === 15) end()
  })
  await Promise.all(sent)
  for (const answer of rejected) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1'])
    expect(answer.json().error.message).toBe('Too many sign-ins at once. Try again in 1 second.')
  }
  expect(rejected).toHaveLength(15)
  expect((await attempt(testApp, right)).statusCode).toBe(200)
})

test('wrong passwords sent at once from a known device gain no additional attempts by waiting', async () => {
  const testApp = await withAda()
  const cookies = cookiesOf(await attempt(testApp, right))
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(testApp, { cookies })))
  const countOf = (status: number) => answers.filter((answer) => answer.statusCode === status).length
  expect({ failed: countOf(401), rejected: countOf(429) }).toEqual({ failed: 5, rejected: 15 })
  expect((await attempt(testApp, { ...right, cookies })).json().error.message).toContain('Too many wrong passwords')
})

test('a success does not clear attempts that are still being checked', async () => {
  const testApp = await withAda()
  const { context } = testApp
  const stranger = () => attemptOfStranger(context, email, '192.0.2.1')
  const checks = Array.from({ length: 4 }, stranger)
  const verify = context.passwords.verify
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  context.passwords.verify = async () => isOver.then(() => false)
  const wrong = checks.map((each) => tryPassword(context, each, 'Wrong-password-1', undefined))
  await expect.poll(() => countRows(testApp), { timeout: 60_000 }).toBe(8)
  context.passwords.verify = verify
  expect((await attempt(testApp, right)).statusCode).toBe(200)
  end()
  expect(await Promise.all(wrong)).toEqual([false, false, false, false])
  expect((await attempt(testApp)).statusCode).toBe(401)
  expect((await attempt(testApp, right)).json().error.message).toContain('Too many wrong passwords')
})

const countRows = async ({ context: { db } }: TestApp) =>
  (await db.selectFrom('countedUses').select('id').execute()).length

test('[sign-in-8] a rejected sign-in has the same status, body and headers for known and unknown email addresses and for each role', async () => {
  const testApp = await withAda()
  await createAdmin(testApp, { email: 'former@example.org', role: 'user' })
  const shapes = []
  for (const each of [
    { email },
    { email: 'unknown@example.org' },
    { email: 'former@example.org' },
    { email: 'former@example.org', ...right },
  ]) {
    for (let n = 0; n < 6; n += 1) {
      const { statusCode, headers, body } = await attempt(testApp, { ...each, from: `198.51.100.${shapes.length}` })
      const { error } = JSON.parse(body)
      shapes.push({
        statusCode,
        error: { ...error, requestId: '' },
        headers: { ...headers, date: '', 'content-length': '', 'x-request-id': '' },
      })
    }
  }
  expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
})

test('an unknown email address and the correct password of a former admin are slowed down like a wrong password', async () => {
  const testApp = await withAda()
  await createAdmin(testApp, { email: 'former@example.org', role: 'user' })
  const answersTo = async (input: Try) => {
    const answers = []
    for (let n = 0; n < 7; n += 1) {
      const answer = await attempt(testApp, input)
      answers.push([answer.statusCode, answer.json().error.message])
    }
    return answers
  }
  const wrong = await answersTo({ email })
  expect(wrong.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(await answersTo({ email: 'unknown@example.org' })).toEqual(wrong)
  expect(await answersTo({ email: 'former@example.org', ...right })).toEqual(wrong)
})

test('[sign-in-9] a throttled sign-in is rejected before any password is checked, and is logged', async () => {
  const testApp = await withAda()
  for (let n = 0; n < 5; n += 1) await attempt(testApp)
  const { passwords, db } = testApp.context
  let looked = 0
  const { verify } = passwords
  passwords.verify = (...parameters) => {
    looked += 1
    return verify(...parameters)
  }
  await attempt(testApp, right)
  expect(looked).toBe(0)
  const events = await db.selectFrom('auditEvents').select(['action', 'outcome']).orderBy('sequence').execute()
  expect(events).toEqual([
    { action: 'session.sign_in', outcome: 'failed' },
    { action: 'session.sign_in', outcome: 'denied' },
  ])
})
