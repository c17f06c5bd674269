import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { createAdmin } from '../../testing/factories.ts'
import type { Tables } from '../core/database/tables.ts'
import { noteReportsKept } from '../features/erasures/old-reports/report-keeping.ts'
import { deleteEnded } from './delete-ended.ts'
import { insertImport } from '../features/patients/import/store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const tables = [
  'emailChanges',
  'emailUndos',
  'recoveries',
  'signOnFlows',
  'spentChallenges',
  'sessions',
  'countedUses',
  'knownDevices',
  'invitations',
  'outbox',
] as const satisfies (keyof Tables)[]

/** A row in each table that may be deleted from `endsAtMs` on, and a session for each of its two limits. */
async function insertRows(testApp: TestApp, endsAtMs: number): Promise<void> {
  const { db } = testApp.context
  const { id: adminId } = await createAdmin(testApp)
  const id = randomUUIDv7()
  const link = { adminId, tokenHash: id, expiresAtMs: endsAtMs }
  const request = { requestedAtMs: 0, sessionId: null, hadFactor: 0 }
  const email = { email: `${id}@example.org`, emailKey: `${id}@example.org` }
  await db
    .insertInto('emailChanges')
    .values({ ...link, ...request, newEmail: email.email, newEmailKey: email.emailKey, mailId: null })
    .execute()
  await db
    .insertInto('emailUndos')
    .values({ ...link, ...request, ...email, id })
    .execute()
  await db
    .insertInto('recoveries')
    .values({ ...link, mailId: null })
    .execute()
  await db
    .insertInto('signOnFlows')
    .values({ stateHash: id, browserHash: id, stage: 'begun', sealed: '', createdAtMs: 0, expiresAtMs: endsAtMs })
    .execute()
  await db.insertInto('spentChallenges').values({ challenge: id, expiresAtMs: endsAtMs }).execute()
  const unused = endsAtMs - 15 * minuteMs
  for (const [expiresAtMs, lastSeenAtMs] of [
    [endsAtMs, endsAtMs],
    [endsAtMs + dayMs, unused],
  ] as const) {
    const sessionId = randomUUIDv7()
    const session = { id: sessionId, tokenHash: sessionId, adminId, createdAtMs: 0, confirmedAtMs: 0, address: '' }
    const device = {
      userAgent: '',
      deviceHash: '',
      signOnCheckedAtMs: 0,
      signOnToken: null,
      signOnGroupsFrom: null,
      signOnConfirmedAtMs: 0,
    }
    await db
      .insertInto('sessions')
      .values({ ...session, ...device, expiresAtMs, lastSeenAtMs })
      .execute()
  }
  await db
    .insertInto('countedUses')
    .values({ bucket: id, id, atMs: 0, amount: 1, pendingUntilMs: 0, endsAtMs })
    .execute()
  await db
    .insertInto('knownDevices')
    .values({ tokenHash: id, adminId, lastUsedAtMs: endsAtMs - 400 * dayMs, trustedUntilMs: 0 })
    .execute()
  await db
    .insertInto('invitations')
    .values({
      ...email,
      id,
      role: 'admin',
      inviterId: null,
      tokenHash: id,
      mailId: null,
      createdAtMs: 0,
      expiresAtMs: endsAtMs - 30 * dayMs,
    })
    .execute()
  await insertMail(testApp, 'sent', endsAtMs - 60 * dayMs - 1)
}

async function insertMail({ context }: TestApp, state: 'sent' | 'waiting', createdAtMs: number): Promise<void> {
  const mail = { id: randomUUIDv7(), kind: 'invitation', recipient: '', content: null, attempts: 0, claimedBy: null }
  await context.db
    .insertInto('outbox')
    .values({ ...mail, state, createdAtMs, nextAttemptAtMs: 0, giveUpAtMs: 0 })
    .execute()
}

async function countRows({ context: { db } }: TestApp) {
  const counts = tables.map(async (table) => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    return [table, Number(rows)] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const each = (rows: number) =>
  Object.fromEntries(tables.map((table) => [table, table === 'sessions' ? 2 * rows : rows]))

test('rows are deleted once they have expired, and not before', { tags: 'postgres' }, async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  const nowMs = testApp.context.now()
  await insertRows(testApp, nowMs)
  await insertRows(testApp, nowMs + 1)
  expect(await countRows(testApp)).toEqual(each(2))
  await deleteEnded(testApp.context)
  expect(await countRows(testApp)).toEqual(each(1))
  testApp.advance(1)
  await deleteEnded(testApp.context)
  expect(await countRows(testApp)).toEqual(each(0))
})

test('the file of an import is deleted with it, and a day after it became current', { tags: 'postgres' }, async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  const { db } = testApp.context
  const nowMs = testApp.context.now()
  const insert = async (id: string, state: 'asking' | 'ready' | 'dropped' | 'applied', appliedAtMs: number | null) => {
    const file = { fileName: '', sizeBytes: 1, sha256: '', rowCount: 0, baseImportId: null, adminId: null }
    await insertImport(db, { id, tableId: id, state, ...file, createdAtMs: nowMs - dayMs + 1, appliedAtMs })
    await db
      .insertInto('patientImportFiles')
      .values({ importId: id, chunk: 0, data: Buffer.from('x') })
      .execute()
  }
  const kept = async () =>
    (await db.selectFrom('patientImportFiles').select('importId').orderBy('importId').execute()).map(
      ({ importId }) => importId,
    )
  await insert('asking', 'asking', null)
  await insert('ready', 'ready', null)
  await insert('dropped', 'dropped', null)
  await insert('shown', 'applied', nowMs - dayMs + 1)
  await insert('shown long ago', 'applied', nowMs - dayMs)
  await deleteEnded(testApp.context)
  expect(await kept()).toEqual(['asking', 'ready', 'shown'])
  testApp.advance(1)
  await deleteEnded(testApp.context)
  expect(await kept()).toEqual([])
})

test('a waiting email is not deleted, however old it is', async () => {
  const testApp = await buildTestApp()
  await insertMail(testApp, 'waiting', 0)
  await insertMail(testApp, 'sent', 0)
  await deleteEnded(testApp.context)
  const left = await testApp.context.db.selectFrom('outbox').select('state').execute()
  expect(left).toEqual([{ state: 'waiting' }])
})

test('after a jump of the clock by years, nothing that is kept for weeks is deleted for a day', async () => {
  const testApp = await buildTestApp()
  testApp.freeze()
  const { context } = testApp
  const dayOfServer = async () => {
    for (let hours = 0; hours < 24; hours += 1) {
      await noteReportsKept(context)
      await deleteEnded(context)
      testApp.advance(60 * minuteMs)
    }
  }
  await dayOfServer()
  await insertRows(testApp, context.now() + dayMs)
  const keptForWeeks = ['knownDevices', 'invitations', 'outbox'] as const
  const kept = async () => {
    const rows = await countRows(testApp)
    return keptForWeeks.filter((table) => rows[table] === 1)
  }
  testApp.advance(10 * 365 * dayMs)
  await deleteEnded(context)
  await dayOfServer()
  expect(await kept()).toEqual(keptForWeeks)
  await dayOfServer()
  expect(await kept()).toEqual([])
})
