import type { Kysely } from 'kysely'
import { version } from '../settings/version.ts'
import { createTables } from './create-tables.ts'
import type { Engine } from './engine.ts'
import * as version030 from './migrations/035-version-0-3-0.ts'
import * as anySpreadsheet from './migrations/036-any-spreadsheet.ts'
import * as importSummaries from './migrations/037-import-summaries.ts'
import * as erasures from './migrations/038-erasures.ts'
import * as stagedVersions from './migrations/039-staged-versions.ts'
import * as signatures from './migrations/040-signatures.ts'
import * as serviceAccounts from './migrations/041-service-accounts.ts'
import * as revisions from './migrations/042-revisions.ts'
import * as reasons from './migrations/043-reasons.ts'
import * as simplerSearch from './migrations/044-simpler-search.ts'
import type { Database } from './open.ts'
import { listTables } from './restore-place.ts'
import { type NewerChanges, noteChanges, readNewerChanges } from './schema-changes.ts'
import type { Db } from './tables.ts'

type MigrationModule = {
  /**
   * Whether the previous version can work with the changed tables: it may omit the new columns, and nothing that it
   * reads or writes was removed, renamed or given another meaning. Otherwise the change is breaking.
   */
  isAdditive?: boolean
  up(db: Kysely<any>, engine: Engine): Promise<void>
}
export type Migrations = Record<string, MigrationModule>

/** The oldest version whose database this one brings forward, and the exact list of migrations that such a database has. */
export const oldest = {
  version: '0.2.0',
  migrations: `
    001-staff 002-users 003-invitations-recovery-mail 004-patients 005-files 006-user-search 007-file-store-owner
    008-sign-in 009-audit-version 010-identity 011-drop-server-secrets 013-user-orders 014-patients-without-subject-id
    015-import-warnings 016-audit-subjects 017-audit-seals 018-audit-stream 020-session-origin 021-second-factor
    022-session-device 023-passkeys 024-sign-on 025-room-trial 027-user-positions 028-schema-changes 029-user-places
    031-user-totals 032-bounded-notes 033-longer-labels 034-second-labels`
    .trim()
    .split(/\s+/),
}

/**
 * What has changed since then, in execution order; a released migration is never changed. A new database runs none of
 * them: `createTables` makes it as it is now.
 */
const migrations: Migrations = {
  '035-version-0-3-0': version030,
  '036-any-spreadsheet': anySpreadsheet,
  '037-import-summaries': importSummaries,
  '038-erasures': erasures,
  '039-staged-versions': stagedVersions,
  '040-signatures': signatures,
  '041-service-accounts': serviceAccounts,
  '042-revisions': revisions,
  '043-reasons': reasons,
  '044-simpler-search': simplerSearch,
}

/** The migrations that a database of this version has, in execution order. */
export const migrationNames = [...oldest.migrations, ...Object.keys(migrations)]

/**
 * Creates the tables in an empty database, or brings those of an earlier version up to date. Replicas that start together
 * wait for each other.
 * @param further migrations of a newer version, to test what this version does with its database
 * @returns the migrations that the database did not have
 * @throws Error when the database is older than the oldest version, or of a state between two versions
 */
export async function migrate(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  further: Migrations = {},
): Promise<string[]> {
  const all: Migrations = { ...migrations, ...further }
  return db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'migration')
    const applied = (await listTables({ db: transaction })).includes('kysely_migration')
      ? await listAppliedMigrations({ db: transaction })
      : []
    requireUpgradable(applied)
    const missing = [...oldest.migrations, ...Object.keys(all)].filter((name) => !applied.includes(name))
    if (applied.length === 0) await createTables(transaction, engine)
    // A new database has the tables of this version only.
    const toRun = applied.length === 0 ? Object.keys(further) : missing
    for (const name of toRun) await all[name]?.up(transaction, engine)
    await noteMigrations(transaction, missing)
    const changes = missing.filter((name) => name in all)
    await noteChanges(
      transaction,
      changes.map((name) => ({ name, isAdditive: all[name]?.isAdditive ?? false })),
    )
    return missing
  })
}

/** @throws Error when this version cannot bring a database with these migrations up to date */
export function requireUpgradable(applied: string[]): void {
  const isBegun = oldest.migrations.every((name) => applied.includes(name))
  const isInOrder = migrationNames.slice(0, applied.length).every((name) => applied.includes(name))
  if (applied.length === 0 || (isBegun && isInOrder)) return
  throw new Error(
    `The database is older than Health Console ${oldest.version}, or of a state between two versions. Start ${oldest.version} ` +
      `with it first, and then this one, ${version}; or restore a backup that ${oldest.version} or a later version made.`,
  )
}

type MigrationTable = { kyselyMigration: { name: string; timestamp: string } }

async function noteMigrations(db: Db, names: string[]): Promise<void> {
  if (names.length === 0) return
  const timestamp = new Date().toISOString()
  await db
    .withTables<MigrationTable>()
    .insertInto('kyselyMigration')
    .values(names.map((name) => ({ name, timestamp })))
    .execute()
}

/** The migrations that have run, according to the database. */
export async function listAppliedMigrations({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const rows = await db
    .withTables<MigrationTable>()
    .selectFrom('kyselyMigration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

/** The changes of a newer version; undefined when there are none. */
export async function findNewerChanges(database: Pick<Database, 'db'>): Promise<NewerChanges | undefined> {
  const applied = await listAppliedMigrations(database)
  const unknown = applied.filter((name) => !migrationNames.includes(name))
  return readNewerChanges(database, unknown)
}

/** Whether all migrations have run. */
export async function isMigrated(database: Pick<Database, 'db'>): Promise<boolean> {
  const applied = new Set(await listAppliedMigrations(database))
  return migrationNames.every((name) => applied.has(name))
}
