import type { Kysely } from 'kysely'
import { version } from '../../settings/version.ts'
import { createTables } from './create-tables.ts'
import type { Engine } from '../engine.ts'
import * as answersGivenByAdmins from './migrations/002-answers-given-by-admins.ts'
import * as waitingErasures from './migrations/003-waiting-erasures.ts'
import * as silentProviders from './migrations/004-silent-providers.ts'
import * as offersToAPart from './migrations/005-offers-to-a-part.ts'
import * as lastSeenEntries from './migrations/006-last-seen-entries.ts'
import * as oneSearchFolding from './migrations/007-one-search-folding.ts'
import * as unusualAccess from './migrations/008-unusual-access.ts'
import * as foldEachTextOnce from './migrations/009-fold-each-text-once.ts'
import type { Database } from '../open.ts'
import { listTables } from './restore-place.ts'
import type { Db } from '../tables.ts'

type Migration = {
  /**
   * Whether the previous version can work with the changed tables: it may omit the new columns, and nothing that it
   * reads or writes was removed, renamed or given another meaning. Otherwise the change is breaking.
   */
  isAdditive?: boolean
  up(db: Kysely<any>, engine: Engine): Promise<void>
}
export type Migrations = Record<string, Migration>

/** Changes of the tables by a version of the console that is newer than this one. */
export type NewerChanges = {
  /** The newest version that has changed the tables. */
  version: string
  /** Whether this version can work with the tables. */
  isUsable: boolean
}

/** The tables of 1.0.0, which `createTables` creates. They are the first change of every database. */
const baseline = '001-version-1-0-0'

/**
 * The changes since 1.0.0, in execution order; a released migration is never changed. A new database runs none of them:
 * `createTables` creates its current tables.
 */
const migrations: Migrations = {
  '002-answers-given-by-admins': answersGivenByAdmins,
  '003-waiting-erasures': waitingErasures,
  '004-silent-providers': silentProviders,
  '005-offers-to-a-part': offersToAPart,
  '006-last-seen-entries': lastSeenEntries,
  '007-one-search-folding': oneSearchFolding,
  '008-unusual-access': unusualAccess,
  '009-fold-each-text-once': foldEachTextOnce,
}

/** The changes that a database of this version has, in execution order. */
export const migrationNames = [baseline, ...Object.keys(migrations)]

/**
 * Creates the tables in an empty database, or upgrades those of an earlier version. Replicas that start together wait
 * for each other.
 * @param further migrations of a newer version, to test what this version does with its database
 * @returns the changes that the database did not have
 * @throws Error if the database is older than 1.0.0
 */
export async function migrate(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  further: Migrations = {},
): Promise<string[]> {
  const all: Migrations = { ...migrations, ...further }
  return db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'migration')
    const applied = await findApplied({ db: transaction })
    if (applied) requireUpgradable(applied, 'The database')
    else await createTables(transaction, engine)
    const missing = [baseline, ...Object.keys(all)].filter((name) => !applied?.includes(name))
    // A new database has only the tables of this version.
    const toRun = applied ? missing : Object.keys(further)
    for (const name of toRun) await all[name]?.up(transaction, engine)
    await noteChanges(transaction, missing, all)
    return missing
  })
}

/** Records each change for versions that do not know it; without a description it counts as breaking. */
async function noteChanges(db: Db, names: string[], all: Migrations): Promise<void> {
  if (names.length === 0) return
  const changes = names.map((name) => ({ name, isAdditive: Number(all[name]?.isAdditive ?? false), version }))
  await db.insertInto('schemaChanges').values(changes).execute()
}

/**
 * The changes that a database has recorded.
 * @returns undefined if it has no tables of a console
 */
export async function findApplied(database: Pick<Database, 'db'>): Promise<string[] | undefined> {
  const tables = await listTables(database)
  if (tables.includes('schema_changes')) return listApplied(database)
  return tables.includes('admins') ? [] : undefined
}

/** The changes that the database of a console has, in execution order. */
export async function listApplied({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const rows = await db.selectFrom('schemaChanges').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** @throws Error if the database with these changes is older than 1.0.0 */
export function requireUpgradable(applied: string[], what: 'The database' | 'The backup'): void {
  if (applied.includes(baseline)) return
  throw new Error(`${what} is from before Health Console 1.0.0, and no later version can use it.`)
}

/** The changes of a newer version; undefined if there are none. */
export async function findNewerChanges({ db }: Pick<Database, 'db'>): Promise<NewerChanges | undefined> {
  const changes = await db
    .selectFrom('schemaChanges')
    .selectAll()
    .where('name', 'not in', migrationNames)
    .orderBy('name')
    .execute()
  const newest = changes.at(-1)
  return newest && { version: newest.version, isUsable: changes.every(({ isAdditive }) => isAdditive === 1) }
}

/** Whether all migrations have run. */
export async function isMigrated(database: Pick<Database, 'db'>): Promise<boolean> {
  const applied = new Set(await listApplied(database))
  return migrationNames.every((name) => applied.has(name))
}
