import { rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
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
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([{ ...session, confirmedAtMs: 1_000 }])
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
  await db.insertInto('knownDevices').values(device).execute()
  const bucket = 'account ada@example.org 192.0.2.1'
  await db.insertInto('signInThrottles').values({ bucket, failures: 9, windowEndsAtMs: 9, blockedUntilMs: 9 }).execute()

  await migrate(database)
  expect(await db.selectFrom('knownDevices').selectAll().execute()).toEqual([device])
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
