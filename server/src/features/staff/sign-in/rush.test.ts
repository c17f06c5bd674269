// @module-tag postgres

import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin, testPassword } from '../../../../testing/factories.ts'
import { createPasswordHasher } from '../../../core/crypto/password-hasher.ts'
import { attemptOfStranger } from '../throttle/attempts.ts'

test('[sign-in-12] a limited number of many concurrent sign-ins is processed, the others are asked to try again', async () => {
  const testApp = await buildTestApp({}, { realHashes: true })
  // The queue is full at once, however slowly sign-ins arrive.
  testApp.context.passwords = createPasswordHasher(1, undefined, 2)
  await createAdmin(testApp, { email: 'ada@example.org' })
  const ipOf = (n: number) => `10.0.${n >> 8}.${n & 255}`
  const signIn = (n: number) =>
    testApp.app.inject({
      method: 'POST',
      url: '/v1/auth/admin/login',
      remoteAddress: ipOf(n),
      body: { email: 'ada@example.org', password: testPassword },
    })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => signIn(n)))
  const turnedAway = answers.filter((answer) => answer.statusCode === 503)
  expect(turnedAway.length).toBeGreaterThan(0)
  for (const { headers } of turnedAway) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(answers.filter((answer) => ![200, 503].includes(answer.statusCode))).toEqual([])
  // An attempt that found the queue full does not count.
  const foundItFull = answers.flatMap(({ body }, n) => (body.includes('Too many sign-ins') ? [ipOf(n)] : []))
  expect(foundItFull.length).toBeGreaterThan(0)
  const { db } = testApp.context
  const counted = await db.selectFrom('countedUses').select('bucket').execute()
  const countedBuckets = new Set(counted.map(({ bucket }) => bucket))
  const bucketsOf = (ip: string) => Object.values(attemptOfStranger(testApp.context, 'ada@example.org', ip))
  expect(foundItFull.flatMap(bucketsOf).filter((bucket) => countedBuckets.has(bucket))).toEqual([])
  expect((await signIn(60)).statusCode).toBe(200)
}, 120_000)
