import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { byServer } from '../audit/entry.ts'
import { createAuditLog } from '../audit/store.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import { readConfig } from '../config.ts'
import { freshDatabase, testEngine } from '../../testing/engines.ts'
import { findUsers } from '../users/search/find-users.ts'
import { parseUserSearch } from '../users/search/parse-search.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

/** A database in the state after a given migration. */
async function databaseOf(migration: string) {
  const { dataDir, databaseUrl, remove } = await freshDatabase()
  if (databaseUrl === undefined) rmSync(path.join(dataDir, 'console.db'))
  const database = openDatabase({ ...readConfig({ DATA_DIR: dataDir }), databaseUrl })
  onTestFinished(async () => {
    await database.close()
    await remove()
  })
  if (testEngine() === 'postgres') {
    await sql`drop schema public cascade`.execute(database.db)
    await sql`create schema public`.execute(database.db)
  }
  await migrate(database, migration)
  return database
}

test('sessions stay and count as confirmed when they began, and names of several lines become one line', async () => {
  const database = await databaseOf('006-user-search')
  const db = database.db.withTables<Record<'admins' | 'sessions' | 'modelFiles', Record<string, unknown>>>()
  const admin = { role: 'admin', color: 'butter-honey', passwordHash: 'none', createdAtMs: 1 }
  const people = [
    { id: 'a', email: 'ada@example.org', fullName: 'Ada\r\n\u2028Lovelace\u202E' },
    { id: 'b', email: 'bob@example.org', fullName: '\u0085\t' },
    { id: 'c', email: 'zoe@example.org', fullName: 'Zoë Ångström' },
  ]
  await db
    .insertInto('admins')
    .values(people.map((person) => ({ ...admin, ...person, emailKey: person.email })))
    .execute()
  const session = { tokenHash: 'x', adminId: 'a', createdAtMs: 1_000, lastSeenAtMs: 2_000, expiresAtMs: 9_000 }
  await db.insertInto('sessions').values(session).execute()
  const file = { id: 'f', type: 'txt', name: 'Prompt\nfile', currentVersion: 0, createdAtMs: 1, updatedAtMs: 1 }
  await db.insertInto('modelFiles').values(file).execute()

  await migrate(database)
  const [kept] = await db.selectFrom('sessions').selectAll().execute()
  expect(kept).toMatchObject({ ...session, confirmedAtMs: 1_000, address: '', userAgent: '' })
  expect(await db.selectFrom('admins').select('fullName').orderBy('id').execute()).toEqual([
    { fullName: 'Ada Lovelace' },
    { fullName: 'bob@example.org' },
    { fullName: 'Zoë Ångström' },
  ])
  expect(await db.selectFrom('modelFiles').select('name').execute()).toEqual([{ name: 'Prompt file' }])
})

test('devices stay known for their admins, and nobody is delayed by old unhashed counters', async () => {
  const database = await databaseOf('006-user-search')
  const db = database.db.withTables<Record<'admins', Record<string, unknown>>>()
  const admin = { role: 'admin', color: 'butter-honey', passwordHash: 'none', createdAtMs: 1, fullName: 'Ada' }
  await db
    .insertInto('admins')
    .values({ ...admin, id: 'a', email: 'ada@example.org', emailKey: 'ada@example.org' })
    .execute()
  const device = { tokenHash: 'x', adminId: 'a', lastUsedAtMs: 2_000 }
  await db
    .withTables<Record<'knownDevices', Record<string, unknown>>>()
    .insertInto('knownDevices')
    .values(device)
    .execute()
  const bucket = 'account ada@example.org 192.0.2.1'
  await db.insertInto('signInThrottles').values({ bucket, failures: 9, windowEndsAtMs: 9, blockedUntilMs: 9 }).execute()

  await migrate(database)
  expect(await db.selectFrom('knownDevices').selectAll().execute()).toEqual([{ ...device, trustedUntilMs: 0 }])
  expect(await db.selectFrom('signInThrottles').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('admins').select('credentialsVersion').execute()).toEqual([{ credentialsVersion: 1 }])
  await db.deleteFrom('admins').execute()
  expect(await db.selectFrom('knownDevices').selectAll().execute()).toEqual([])
})

test('kept patient tables stay as they are, and from now on a patient may lack a subject ID', async () => {
  const database = await databaseOf('011-drop-server-secrets')
  const db = database.db.withTables<Record<'patients' | 'patientImports', Record<string, unknown>>>()
  const entry = { id: 'i', state: 'applied', tableId: 'i', fileName: 'a.xlsx', sizeBytes: 1, sha256: 'x', rowCount: 2 }
  await db
    .insertInto('patientImports')
    .values({ ...entry, createdAtMs: 1, updatedAtMs: 1, appliedAtMs: 1 })
    .execute()
  const patients = [1, 2].map((position) => ({
    tableId: 'i',
    position,
    memberId: `m${position}`,
    subjectId: `s${position}`,
  }))
  await db.insertInto('patients').values(patients).execute()

  await migrate(database)
  await db.insertInto('patients').values({ tableId: 'i', position: 3, memberId: 'm3', subjectId: null }).execute()
  expect(await db.selectFrom('patients').select(['memberId', 'subjectId']).orderBy('position').execute()).toEqual([
    { memberId: 'm1', subjectId: 's1' },
    { memberId: 'm2', subjectId: 's2' },
    { memberId: 'm3', subjectId: null },
  ])
  const [kept] = await db.selectFrom('patientImports').selectAll().execute()
  expect(kept).toMatchObject({ ...entry, warningCount: null, reason: null })
  await expect(
    db.insertInto('patients').values({ tableId: 'i', position: 4, memberId: null }).execute(),
  ).rejects.toThrow()
})

test('users who were there before are sorted by every column', async () => {
  const database = await databaseOf('011-drop-server-secrets')
  const person = (id: string, firstName: string, memberId: string, dateOfBirth: string) =>
    ({ id, firstName, memberId, dateOfBirth, lastName: `Last ${id}`, email: '' }) as const
  await database.db
    .insertInto('endUsers')
    .values([
      person('a', 'Zoë', 'HM-10', ''),
      person('b', 'ärne', 'HM-9', '1950-01-01'),
      person('c', 'Bea', '', '1940-01-01'),
    ])
    .execute()
  await migrate(database)
  const ids = async (sort: 'firstName' | 'memberId' | 'dateOfBirth', search = '') => {
    const page = { offset: 0, limit: 20 }
    const { users } = await findUsers(database, parseUserSearch(search), page, { sort, order: 'asc' })
    return users.map(({ id }) => id).join('')
  }
  expect([await ids('firstName'), await ids('memberId'), await ids('dateOfBirth')]).toEqual(['bca', 'bac', 'cba'])
  expect([await ids('memberId', 'last'), await ids('dateOfBirth', 'last')]).toEqual(['bac', 'cba'])
})

test('rows of the record stay as they are, prove themselves by the rule of their version, and are found', async () => {
  const database = await databaseOf('015-import-warnings')
  const db = database.db.withTables<Record<'admins' | 'sessions' | 'auditEvents', Record<string, unknown>>>()
  const rows = recordOfBefore()
  await db.insertInto('auditEvents').values(rows).execute()
  const person = { color: 'butter-honey', passwordHash: 'none', createdAtMs: 1, fullName: 'Ada', role: 'user' }
  for (const id of ['left', 'gone']) {
    await db
      .insertInto('admins')
      .values({ ...person, id, email: `${id}@example.org`, emailKey: `${id}@example.org` })
      .execute()
  }
  const session = { adminId: 'left', createdAtMs: 1, lastSeenAtMs: 2, expiresAtMs: 9 }
  await db
    .insertInto('sessions')
    .values(['x', 'y'].map((tokenHash) => ({ ...session, tokenHash })))
    .execute()

  await migrate(database)
  const kept = await database.db.selectFrom('auditEvents').selectAll().orderBy('sequence').execute()
  expect(kept).toEqual(rows.map((row) => ({ ...row, operator: null, sessionId: null, subjects: '[]' })))
  const audit = createAuditLog(database.db, database.engine, () => 30)
  await audit.record([{ ...byServer, action: 'users.list', subjects: ['user:u1', 'user:u2'] }])
  await audit.catchUp()
  expect(await verifyAuditLog(database.db)).toMatchObject({ rows: rows.length + 1, brokenAt: null })

  const terms = await database.db.selectFrom('auditTerms').selectAll().orderBy('sequence').orderBy('term').execute()
  expect(terms.map(({ sequence, atMs, term }) => `${sequence} at ${atMs} ${term}`)).toEqual([
    '1 at 10 address:192.0.2.1',
    '1 at 10 patient:1',
    '1 at 10 patient:2',
    '1 at 10 request:r1',
    '2 at 20 admin:left',
    '3 at 20 file:f',
    '3 at 20 version:f/2',
    '4 at 20 report:r',
    '4 at 20 user:u1',
    '5 at 30 user:u1',
    '5 at 30 user:u2',
  ])
  expect(terms[0]).toMatchObject({ action: 'patients.search', outcome: 'ok' })
  const sessions = await database.db.selectFrom('sessions').select('id').execute()
  expect(new Set(sessions.map(({ id }) => id.length))).toEqual(new Set([36]))
  const { fullName } = person
  expect(await database.db.selectFrom('formerAdmins').selectAll().orderBy('id').execute()).toEqual([
    { id: 'gone', email: 'gone@example.org', fullName, role: 'admin', leftAtMs: 0 },
    { id: 'left', email: 'left@example.org', fullName, role: 'admin', leftAtMs: 20 },
  ])
})

/** Rows as the versions before wrote them: the first is of version 1. */
function recordOfBefore() {
  const common = { actorId: null, outcome: 'ok', reason: null, count: 1, address: null, requestId: null }
  const given = [
    { action: 'patients.search', subject: '1,2', atMs: 10, address: '192.0.2.1', requestId: 'r1' },
    { action: 'admin.revoke', subject: 'left', atMs: 20 },
    { action: 'files.download', subject: 'f 2', atMs: 20 },
    { action: 'report.view', subject: 'u1 r', atMs: 20 },
  ]
  let previousHash = '0'.repeat(64)
  return given.map((event, index) => {
    const row = { ...common, ...event, sequence: index + 1, version: index === 0 ? 1 : 2, previousHash }
    const { version, sequence, atMs, actorId, action, subject, outcome, reason, count, address, requestId } = row
    const hashed =
      version === 1
        ? [sequence, atMs, actorId, action, subject, outcome, address, requestId, previousHash]
        : [version, sequence, atMs, actorId, action, subject, outcome, reason, count, address, requestId, previousHash]
    previousHash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex')
    return { ...row, hash: previousHash }
  })
}

test('a link that undoes a change of e-mail knows from before whether there was a factor, and not who requested it', async () => {
  const database = await databaseOf('034-second-labels')
  type Names = 'admins' | 'passkeys' | 'secondFactors' | 'recoveryCodes' | 'emailUndos'
  const db = database.db.withTables<Record<Names, Record<string, unknown>>>()
  const hour = 3_600_000
  const changedAtMs = 1_000 * hour
  const shared = { role: 'admin', color: 'butter-honey', passwordHash: 'none', fullName: 'Ada', createdAtMs: 1 }
  const passkey = { publicKey: 'x', counter: 0, transports: '[]', isSyncable: 0, isSynced: 0, name: 'Phone' }
  for (const [id, addedAtMs] of [
    ['before', changedAtMs - hour],
    ['since', changedAtMs + hour],
  ] as const) {
    const email = `${id}@example.org`
    await db
      .insertInto('admins')
      .values({ ...shared, id, email, emailKey: email })
      .execute()
    await db
      .insertInto('passkeys')
      .values({ ...passkey, id, adminId: id, credentialId: id, createdAtMs: addedAtMs })
      .execute()
    const app = { adminId: id, secret: 'x', lastStep: 1, createdAtMs: changedAtMs + hour }
    await db.insertInto('secondFactors').values(app).execute()
    await db.insertInto('recoveryCodes').values({ adminId: id, codeHash: 'x' }).execute()
    const undo = { id, adminId: id, tokenHash: id, email, emailKey: email, expiresAtMs: changedAtMs + 7 * 24 * hour }
    await db.insertInto('emailUndos').values(undo).execute()
  }

  const startedAtMs = Date.now()
  await migrate(database)
  const undos = db.selectFrom('emailUndos').select(['id', 'requestedAtMs', 'sessionId', 'hadFactor']).orderBy('id')
  const unknown = { requestedAtMs: changedAtMs, sessionId: null }
  expect(await undos.execute()).toEqual([
    { id: 'before', ...unknown, hadFactor: 1 },
    { id: 'since', ...unknown, hadFactor: 0 },
  ])
  const [codes] = await db.selectFrom('recoveryCodes').select(['createdAtMs', 'sessionId']).execute()
  expect(codes?.['sessionId']).toBeNull()
  expect(codes?.['createdAtMs']).toBeGreaterThanOrEqual(startedAtMs)
})
