import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'

/**
 * Every table whose rows let somebody in, or could. A new one is ended by `endAccess`, or belongs to those that stay: what
 * a person has or knows, and what only makes a sign-in easier.
 */
const ended = [
  'email_changes',
  'email_undos',
  'invitations',
  'known_devices',
  'recoveries',
  'second_factor_drafts',
  'sessions',
  'sign_on_flows',
]
const kept = ['passkeys', 'recovery_codes', 'second_factors']

test('each table with a secret is known to a restore', async () => {
  const { context } = await buildTestApp()
  const tables = await context.db.introspection.getTables()
  const withSecrets = tables.filter(({ columns }) =>
    columns.some(({ name }) => /token|secret|code_hash|state_hash|public_key/.test(name)),
  )
  expect(withSecrets.map(({ name }) => name).sort()).toEqual([...ended, ...kept].sort())
})
