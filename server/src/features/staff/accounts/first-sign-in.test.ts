import { expect, test } from 'vitest'
import { countAdmins } from '../admins/store.ts'
import { readConfig } from '../../../core/config.ts'
import { firstSignIn } from './first-sign-in.ts'
import { ConfigError } from '../../../core/settings/config-error.ts'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'

const email = 'ada@example.org'
const real = { PUBLIC_URL: 'https://console.example.org', MAIL_DELIVERY: 'off' }

test('the first admin in the settings needs a password that meets the usual rules', async () => {
  const { context } = await buildTestApp({ ADMIN_EMAIL: email, ADMIN_PASSWORD: 'Summer2026!' })
  const start = firstSignIn(context)
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(/^ADMIN_PASSWORD is too weak: This password is too common/)
  expect(await countAdmins(context.db)).toBe(0)
})

test('the first admin in the settings can sign in, and is created once', async () => {
  const password = 'Copper-lantern-9'
  const { app, context } = await buildTestApp({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
  await firstSignIn(context)
  await firstSignIn(context)
  expect(await countAdmins(context.db)).toBe(1)
  const answer = await app.inject({ method: 'POST', url: '/v1/auth/admin/login', body: { email, password } })
  expect(answer.statusCode).toBe(200)
})

test('[operations-10] a public console gets no demo admin and prints no password', async () => {
  const { context } = await buildTestApp(real)
  expect(await firstSignIn(context)).toMatch(/^no one can sign in yet, run: .* create-admin/)
  expect(await countAdmins(context.db)).toBe(0)
  const ADMIN_PASSWORD = 'Copper-lantern-9'
  const withAdmin = await buildTestApp({ ...real, ADMIN_EMAIL: email, ADMIN_PASSWORD })
  expect(await firstSignIn(withAdmin.context)).toBe(`sign in as ${email} with the password in ADMIN_PASSWORD`)
})

test('a data directory with the demo cannot be used for a public console', async () => {
  const { context } = await buildTestApp({ DEMO: '1' })
  const hint = await firstSignIn(context)
  expect(hint).toMatch(/^sign in as admin@example.com with the password Demo-/)
  const config = readConfig({ ...databaseSettings(context.config), ...real })
  const opened = firstSignIn({ ...context, config })
  await expect(opened).rejects.toThrow(ConfigError)
  await expect(opened).rejects.toThrow(/^PUBLIC_URL is not on this machine, but DATA_DIR contains the demo/)
  expect(await firstSignIn(context)).toBe(hint)
})
