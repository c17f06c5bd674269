import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { databaseSettings } from '../../testing/engines/database-settings.ts'
import { describeSchema } from '../../testing/engines/describe-schema.ts'
import { createAdmin, sessionOf, signedIn, testPassword } from '../../testing/factories.ts'
import { mailTo, secretIn } from '../../testing/mail/mails.ts'
import { runHere } from '../../testing/processes/run-console.ts'
import { withToken } from '../../testing/service-accounts.ts'
import { setSecondFactor } from '../../testing/sessions/second-factor.ts'
import { takeUse } from '../core/counters/counters.ts'
import { spendStep } from '../features/staff/credentials/second-factor-store.ts'
import { issueChallenge, readChallenge } from '../features/staff/credentials/passkey-challenges.ts'
import { isTrustedDevice, rememberDevice, setTrust, trustMs } from '../features/staff/sessions/devices.ts'
import { hashToken } from '../core/crypto/token.ts'
import { takeDueMails } from '../mail/outbox.ts'
import { listMaintenance, noteRun } from '../core/database/console-state/maintenance-runs.ts'
import { snakeCase } from '../core/database/tables/snake-case.ts'
import { ageColumns, settleAhead } from './settle-ahead.ts'

const minuteMs = 60_000
const aheadMs = 40 * 24 * 60 * minuteMs

const settle = async ({ context }: TestApp) => {
  const lines: object[] = []
  await settleAhead(context, { warn: (details: object) => lines.push(details) } as never)
  return lines
}

/** Runs work while the clock is 40 days ahead, then corrects the clock. */
async function whileAhead<Result>(testApp: TestApp, work: () => Promise<Result>): Promise<Result> {
  testApp.advance(aheadMs)
  try {
    return await work()
  } finally {
    testApp.advance(-aheadMs)
  }
}

test('[operations-23] a session from a clock that was ahead has ended, also on the day that it was from', async () => {
  const testApp = await buildTestApp()
  const admin = await createAdmin(testApp)
  const session = await whileAhead(testApp, () => sessionOf(testApp, admin))
  const me = async () => (await session.call('GET', '/v1/auth/admin/me')).statusCode
  expect(await me()).toBe(401)
  expect(await settle(testApp)).toMatchObject([{ sessions: 1 }])
  expect(await settle(testApp)).toEqual([])
  testApp.advance(aheadMs)
  expect(await me()).toBe(401)
})

test('a session that a request of a clock ahead has prolonged has ended', async () => {
  const testApp = await buildTestApp()
  const session = await signedIn(testApp)
  const me = async () => (await session.call('GET', '/v1/auth/admin/me')).statusCode
  const { db } = testApp.context
  await db
    .updateTable('sessions')
    .set({ lastSeenAtMs: testApp.context.now() + 6 * minuteMs })
    .execute()
  expect(await me()).toBe(401)
  await db
    .updateTable('sessions')
    .set({ lastSeenAtMs: testApp.context.now() + 4 * minuteMs })
    .execute()
  expect(await me()).toBe(200)
})

test('a confirmation from a clock ahead confirms nothing', async () => {
  const testApp = await buildTestApp()
  const session = await signedIn(testApp)
  const change = async () =>
    (await session.call('POST', '/v1/auth/admin/email', { newEmail: 'new@example.org' })).statusCode
  const confirmAt = (confirmedAtMs: number) =>
    testApp.context.db.updateTable('sessions').set({ confirmedAtMs }).execute()
  await confirmAt(testApp.context.now() + 6 * minuteMs)
  expect(await change()).toBe(403)
  await confirmAt(testApp.context.now() + 4 * minuteMs)
  expect(await change()).toBe(204)
})

test('links from a clock ahead have ended, and an invitation stays listed as expired', async () => {
  const testApp = await buildTestApp()
  const { db } = testApp.context
  const boss = await createAdmin(testApp, { email: 'boss@example.org', role: 'super_admin' })
  await whileAhead(testApp, async () => {
    const session = await sessionOf(testApp, boss)
    await session.call('POST', '/v1/admin-invites', { users: [{ email: 'grace@example.org' }] })
    await session.call('POST', '/v1/auth/admin/email', { newEmail: 'chief@example.org' })
  })
  const inviteId = secretIn(await mailTo(testApp, 'invitation', 'grace@example.org'))
  const accept = async () =>
    (
      await testApp.app.inject({
        method: 'POST',
        url: '/v1/admin-invites/accept',
        body: { inviteId, fullName: 'Grace', password: testPassword },
      })
    ).statusCode
  expect(await accept()).toBe(404)
  expect(await settle(testApp)).toMatchObject([{ links: 2 }])
  const [invitation] = await db.selectFrom('invitations').selectAll().execute()
  expect(invitation?.expiresAtMs).toBeLessThanOrEqual(testApp.context.now())
  expect(await db.selectFrom('emailChanges').selectAll().execute()).toEqual([])
  testApp.advance(aheadMs)
  expect(await accept()).toBe(404)
})

test('a browser that was trusted by a clock ahead is not trusted, and stays known', async () => {
  const testApp = await buildTestApp()
  const { db, now } = testApp.context
  const { id } = await createAdmin(testApp)
  await whileAhead(testApp, async () => {
    await rememberDevice(db, 'token', id, now())
    await setTrust(db, hashToken('token'), id, now() + trustMs)
  })
  expect(await isTrustedDevice(db, 'token', id, now())).toBe(false)
  expect(await settle(testApp)).toMatchObject([{ trustedBrowsers: 1 }])
  expect(await isTrustedDevice(db, 'token', id, now() + aheadMs)).toBe(false)
  const [device] = await db.selectFrom('knownDevices').selectAll().execute()
  expect(device).toMatchObject({ trustedUntilMs: 0 })
  expect(device?.lastUsedAtMs).toBeLessThanOrEqual(now())
})

test('a challenge from a clock ahead is not accepted', async () => {
  const testApp = await buildTestApp()
  const place = { use: 'sign-in', holder: 'browser' } as const
  const challenge = await whileAhead(testApp, async () => issueChallenge(testApp.context, place))
  expect(readChallenge(testApp.context, place, challenge)).toBeUndefined()
  expect(readChallenge(testApp.context, place, issueChallenge(testApp.context, place))).toBeDefined()
})

test('uses that a clock ahead has counted block nothing', async () => {
  const testApp = await buildTestApp()
  const { db, context } = { db: testApp.context.db, context: testApp.context }
  const use = () =>
    db
      .transaction()
      .execute((transaction) => takeUse(transaction, context, { name: ['a'], limit: 1, windowMs: minuteMs }))
  expect(await whileAhead(testApp, use)).toBe(0)
  expect(await use()).toBe(0)
  expect(await use()).toBeGreaterThan(0)
  expect(await settle(testApp)).toMatchObject([{ uses: 1 }])
})

test('a code of an authenticator app that was used by a clock ahead blocks no later one', async () => {
  const testApp = await buildTestApp()
  const session = await signedIn(testApp)
  await setSecondFactor(testApp, session)
  const spend = (step: number) =>
    testApp.context.db.transaction().execute((transaction) => spendStep(transaction, session.admin.id, step))
  const step = Math.floor(testApp.context.now() / 30_000) + 1
  expect(await spend(step + aheadMs / 30_000)).toBe(true)
  expect(await spend(step)).toBe(true)
  expect(await spend(step)).toBe(false)
  expect(await spend(step - 1)).toBe(false)
})

test('an email whose next attempt a clock ahead has set is sent now', async () => {
  const testApp = await buildTestApp()
  const { db, now } = testApp.context
  const boss = await createAdmin(testApp, { role: 'super_admin' })
  await whileAhead(testApp, async () => {
    const session = await sessionOf(testApp, boss)
    await session.call('POST', '/v1/admin-invites', { users: [{ email: 'grace@example.org' }] })
  })
  expect(await takeDueMails(db, { limit: 10, nowMs: now() })).toHaveLength(1)
  expect(await takeDueMails(db, { limit: 10, nowMs: now() })).toEqual([])
})

test('what is deleted by age gets the age of today, so that nothing is deleted because the clock moved', async () => {
  const testApp = await buildTestApp()
  const { db, now } = testApp.context
  await db
    .insertInto('unknownObjects')
    .values({ key: randomUUIDv7(), multipartUploadId: '', firstSeenAtMs: now() + aheadMs, adoptedAtMs: null })
    .execute()
  expect(await settle(testApp)).toMatchObject([{ ages: 1 }])
  const [object] = await db.selectFrom('unknownObjects').selectAll().execute()
  expect(Math.abs((object?.firstSeenAtMs ?? 0) - now())).toBeLessThan(minuteMs)
})

test(
  'answers, an email, runs and a confirmation of a clock ahead count as of today',
  { tags: 'postgres' },
  async () => {
    const testApp = await buildTestApp()
    const { db, now } = testApp.context
    const session = await signedIn(testApp)
    const atMs = now() + aheadMs
    await db.updateTable('sessions').set({ signOnConfirmedAtMs: atMs }).execute()
    await db
      .insertInto('patientKeptAnswers')
      .values({ adminId: session.admin.id, headingsHash: 'h', answers: '{}', memberIds: Buffer.alloc(8), atMs })
      .execute()
    await db
      .insertInto('accessChecks')
      .values({ id: 1, readDay: 1, checkedDay: 1, checkedAtMs: null, mailedAtMs: atMs, runner: null, runnerUntilMs: 0 })
      .execute()
    await whileAhead(testApp, async () => {
      await noteRun(testApp.context, 'backup', async () => {})
      await noteRun(testApp.context, 'drill', () => Promise.reject(new Error('It failed'))).catch(() => {})
    })
    expect(await settle(testApp)).toMatchObject([{ ages: 7 }])
    expect(await settle(testApp)).toEqual([])
    const runs = await listMaintenance(testApp.context)
    expect(runs.filter(({ hasFailed }) => hasFailed).map(({ task }) => task)).toEqual(['drill'])
    for (const { succeededAtMs } of runs.filter(({ task }) => task === 'backup'))
      expect(succeededAtMs).toBeLessThanOrEqual(now())
  },
)

/** Why a time of a clock ahead needs no settling, by table. */
const unsettled: Record<string, Record<string, string[]>> = {
  'only shown, or compared with times of the same clock': {
    access_checks: ['checked_at_ms'],
    access_findings: ['answered_at_ms', 'created_at_ms'],
    admins: ['created_at_ms', 'joined_at_ms'],
    audit_events: ['at_ms'],
    audit_terms: ['at_ms'],
    email_changes: ['requested_at_ms'],
    email_undos: ['requested_at_ms'],
    erasures: ['erased_at_ms', 'finished_at_ms', 'waits_since_ms'],
    file_decisions: ['decided_at_ms'],
    file_signatures: ['signed_at_ms'],
    file_versions: ['created_at_ms'],
    former_admins: ['left_at_ms'],
    invitations: ['created_at_ms'],
    legal_holds: ['created_at_ms'],
    model_files: ['created_at_ms', 'updated_at_ms'],
    model_keys: ['since_ms'],
    opened_texts: ['opened_at_ms'],
    passkeys: ['created_at_ms', 'last_used_at_ms'],
    patient_imports: ['applied_at_ms', 'created_at_ms', 'restored_from_ms'],
    patient_layouts: ['at_ms', 'given_at_ms'],
    reasons: ['at_ms'],
    recovery_codes: ['created_at_ms'],
    recovery_requests: ['requested_at_ms'],
    second_factors: ['created_at_ms'],
    service_accounts: ['created_at_ms', 'ended_at_ms'],
    sign_on_identities: ['created_at_ms'],
    unknown_objects: ['adopted_at_ms'],
  },
  'the end of a lease, or a time that one judges as its end': {
    access_checks: ['runner_until_ms'],
    audit_stream: ['writer_until_ms'],
    file_digests: ['lease_ends_at_ms'],
    patient_table_state: ['lease_ends_at_ms'],
    sessions: ['sign_on_checked_at_ms'],
    outbox: ['next_attempt_at_ms'],
  },
  'ends or is deleted with another time of its row': {
    counted_uses: ['ends_at_ms', 'pending_until_ms'],
    file_uploads: ['created_at_ms'],
    outbox: ['give_up_at_ms'],
    sessions: ['confirmed_at_ms', 'expires_at_ms'],
    sign_on_flows: ['expires_at_ms'],
  },
  'judged where it is read': {
    replicas: ['clock_offset_ms', 'seen_at_ms', 'started_at_ms'],
    reports_kept: ['seen_at_ms', 'since_ms'],
  },
  'of service accounts, which go on': {
    service_accounts: ['ends_at_ms'],
    service_tokens: ['created_at_ms', 'expires_at_ms', 'revoked_at_ms', 'rotates_at_ms'],
  },
}

/** What is settled in another way than by its age. */
const ended = {
  counted_uses: ['at_ms'],
  email_changes: ['expires_at_ms'],
  email_undos: ['expires_at_ms'],
  invitations: ['expires_at_ms'],
  known_devices: ['trusted_until_ms'],
  recoveries: ['expires_at_ms'],
  sessions: ['created_at_ms', 'last_seen_at_ms'],
  sign_on_flows: ['created_at_ms'],
  spent_challenges: ['expires_at_ms'],
}

test('for each time in the database it is known what happens if a clock was ahead', async () => {
  const { owner } = await buildTestApp()
  const parts = (await describeSchema(owner)).split('\n\n').map((part) => part.split('\n'))
  const times = parts.flatMap(([table = '', ...lines]) =>
    lines.flatMap((line) => {
      const column = /^ {2}column (\w+_ms) /.exec(line)?.[1]
      return column === undefined ? [] : [`${table}.${column}`]
    }),
  )
  const named = [ended, ...Object.values(unsettled)].flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
  )
  const aged = ageColumns.map(([table, column]) => `${snakeCase(table)}.${snakeCase(column)}`)
  expect([...named, ...aged].toSorted()).toEqual(times.toSorted())
})

test('what a correct clock has written is not settled', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin' })
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'grace@example.org' }] })
  await boss.call('POST', '/v1/auth/admin/email', { newEmail: 'chief@example.org' })
  testApp.advance(-4 * minuteMs)
  expect(await settle(testApp)).toEqual([])
  expect((await boss.call('GET', '/v1/auth/admin/me')).statusCode).toBe(200)
})

test('the check reports rows from the future, and the accounts whose tokens are', async () => {
  const testApp = await buildTestApp()
  const boss = await createAdmin(testApp, { role: 'super_admin' })
  await whileAhead(testApp, async () => {
    await withToken(testApp, ['models:read'])
    await (await sessionOf(testApp, boss)).call('GET', '/v1/admins')
  })
  const { stdout } = await runHere(['check'], databaseSettings(testApp.context.config))
  expect(stdout).toMatch(
    /^warning {2}clock {5}the clock was more than five minutes ahead: \d+ entries of the audit log, 1 admins, tokens of Ingest have/m,
  )
})
