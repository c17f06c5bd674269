import { expect, test } from 'vitest'
import { countAdmins } from './admins/store.ts'
import { firstSignIn } from './first-sign-in.ts'
import { buildTestApp } from './testing/build-app.ts'

const email = 'ada@example.org'

test('the first admin of the settings needs a password by the rules of every password', async () => {
  const { context } = await buildTestApp({ ADMIN_EMAIL: email, ADMIN_PASSWORD: 'Summer2026!' })
  await expect(firstSignIn(context)).rejects.toThrow(/^ADMIN_PASSWORD is not good enough: This is a common password/)
  expect(await countAdmins(context.db)).toBe(0)
})

test('the first admin of the settings can sign in, and is made once', async () => {
  const password = 'Copper-lantern-9'
  const { app, context } = await buildTestApp({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
  await firstSignIn(context)
  await firstSignIn(context)
  expect(await countAdmins(context.db)).toBe(1)
  const answer = await app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password } })
  expect(answer.statusCode).toBe(200)
})
