import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { signedIn } from '../../../testing/factories.ts'
import { trustAllDevices } from '../../../testing/sessions/trust.ts'
import { endAccess } from './end-access.ts'

/**
 * Every table whose rows give an admin access, or could. A new one is cleared by `endAccess`, or belongs to those that
 * stay: what an admin owns or knows, and what only makes signing in easier.
 */
const ended = [
  'email_changes',
  'email_undos',
  'invitations',
  'known_devices',
  'recoveries',
  'second_factor_drafts',
  'service_tokens',
  'sessions',
  'sign_on_flows',
]
const kept = ['model_keys', 'passkeys', 'recovery_codes', 'second_factors']
const emptied = [
  'sessions',
  'secondFactorDrafts',
  'recoveryRequests',
  'recoveries',
  'emailChanges',
  'emailUndos',
  'signOnFlows',
] as const

test('a restore clears each table that contains a secret', async () => {
  const { context } = await buildTestApp()
  const tables = await context.db.introspection.getTables()
  const withSecrets = tables.filter(({ columns }) =>
    columns.some(({ name }) => /token|secret|code_hash|state_hash|public_key/.test(name)),
  )
  expect(withSecrets.map(({ name }) => name).sort()).toEqual([...ended, ...kept].sort())
})

test('credentials from before a backup give no access after a restore', async () => {
  const testApp = await buildTestApp()
  const { db, now } = testApp.context
  const { admin } = await signedIn(testApp)
  await trustAllDevices(testApp)
  await withToken(testApp, ['models:read'])
  const expiresAtMs = now() + 60_000
  const link = { adminId: admin.id, tokenHash: 'hash', expiresAtMs }
  const change = { ...link, requestedAtMs: now(), sessionId: null, hadFactor: 0 }
  const person = { email: 'new@example.org', emailKey: 'new@example.org' }
  const flow = { stateHash: 'state', browserHash: 'browser', stage: 'begun' as const, sealed: '' }
  await db.insertInto('secondFactorDrafts').values({ adminId: admin.id, secret: 'sealed' }).execute()
  await db.insertInto('recoveryRequests').values({ id: '1', emailKey: 'x', requestedAtMs: now() }).execute()
  await db
    .insertInto('recoveries')
    .values({ ...link, mailId: null })
    .execute()
  await db
    .insertInto('emailChanges')
    .values({ ...change, newEmail: 'x', newEmailKey: 'x', mailId: null })
    .execute()
  await db
    .insertInto('emailUndos')
    .values({ ...change, ...person, id: '1' })
    .execute()
  await db
    .insertInto('signOnFlows')
    .values({ ...flow, createdAtMs: now(), expiresAtMs })
    .execute()
  await db
    .insertInto('invitations')
    .values({
      ...person,
      id: '1',
      role: 'admin',
      inviterId: null,
      tokenHash: 'hash',
      mailId: null,
      createdAtMs: 0,
      expiresAtMs,
    })
    .execute()
  const countGood = async () => {
    const left: Record<string, number> = {}
    for (const table of emptied) left[table] = (await db.selectFrom(table).selectAll().execute()).length
    const trusted = db.selectFrom('knownDevices').select('adminId').where('trustedUntilMs', '>', 0)
    const invited = db.selectFrom('invitations').select('id').where('expiresAtMs', '>', now())
    const tokens = db.selectFrom('serviceTokens').select('id').where('revokedAtMs', 'is', null)
    const [trustedRows, invitedRows, liveTokens] = await Promise.all([
      trusted.execute(),
      invited.execute(),
      tokens.execute(),
    ])
    return { ...left, trusted: trustedRows.length, invited: invitedRows.length, tokens: liveTokens.length }
  }
  const each = [...emptied, 'trusted', 'invited', 'tokens']
  expect(await countGood()).toEqual(Object.fromEntries(each.map((name) => [name, 1])))
  await db.transaction().execute((transaction) => endAccess(transaction, now()))
  expect(await countGood()).toEqual(Object.fromEntries(each.map((name) => [name, 0])))
})
