import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { signedIn, testPassword } from '../../../../testing/factories.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { codeAt } from '../../../../testing/sessions/totp.ts'

const guesses = faultRounds === 1 ? 60 : 10_000

test('an attacker who knows the password and guesses codes from many addresses gets only a few attempts', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const { secret } = await setSecondFactor(testApp, ada)
  testApp.advance(60_000)
  const right = codeAt(secret, testApp.context.now())
  const body = { email: 'ada@example.org', password: testPassword }
  const answers = new Map<string, number>()
  for (let guess = 0; guess < guesses; guess += 1) {
    // Each uses another IP address; the last guesses are correct, and still fail.
    const remoteAddress = `10.${guess >> 16}.${(guess >> 8) & 255}.${guess & 255}`
    const code = guess >= guesses - 10 ? right : String(guess).padStart(6, '0')
    const answer = await testApp.app.inject({
      method: 'POST',
      url: '/v1/auth/admin/login',
      remoteAddress,
      body: { ...body, code: code === right && guess < guesses - 10 ? '999999' : code },
    })
    const name = answer.statusCode === 200 ? 'in' : answer.json().error.code
    answers.set(name, (answers.get(name) ?? 0) + 1)
  }
  expect(Object.fromEntries(answers)).toEqual({ second_factor: 5, rate_limited: guesses - 5 })

  // The owner is not locked out, because only its own failures count against a device that signed in before.
  const known = { 'device-3000': ada.cookies['device-3000'] ?? '' }
  const own = { method: 'POST', url: '/v1/auth/admin/login', cookies: known, body: { ...body, code: right } } as const
  expect((await testApp.app.inject(own)).statusCode).toBe(200)
})

test('a stranger who waits as requested may guess thirty times per day, not more', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const { secret } = await setSecondFactor(testApp, ada)
  const endMs = testApp.context.now() + 24 * 3_600_000
  let tries = 0
  while (testApp.context.now() < endMs) {
    const code = codeAt(secret, testApp.context.now()) === '000000' ? '000001' : '000000'
    const answer = await testApp.app.inject({
      method: 'POST',
      url: '/v1/auth/admin/login',
      remoteAddress: `10.0.${tries}.1`,
      body: { email: 'ada@example.org', password: testPassword, code },
    })
    if (answer.statusCode !== 429) tries += 1
    testApp.advance(Number(answer.headers['retry-after'] ?? 0) * 1000)
  }
  expect(tries).toBeLessThanOrEqual(40)
})
