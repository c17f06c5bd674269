import { setTimeout as sleep } from 'node:timers/promises'
import { explainLoss } from '../backup/first-start.ts'
import type { Config } from '../../core/config.ts'
import { requireUsable } from '../../core/database/upgrade/bring-up-to-date.ts'
import { findApplied, isMigrated } from '../../core/database/upgrade/migrate.ts'
import { type Database, openDatabase } from '../../core/database/open.ts'
import { isPooler, isPoolerAtDirectUrl } from '../../core/database/postgres/pooler.ts'
import { getPostgresProgram } from '../../core/database/postgres/programs.ts'
import { describeServer, identifyDatabase } from '../../core/database/postgres/server.ts'
import { hasMoved } from '../../core/database/console-state/moved-marker.ts'
import { hasFile, nameDatabase } from '../../core/database/upgrade/require-made.ts'
import { listTables } from '../../core/database/upgrade/restore-place.ts'
import { describeLockHolder, findLockHolder } from '../../core/database/sqlite/lock-holder.ts'
import { version } from '../../core/settings/version.ts'
import { failed, ok, warning, type Result } from './finding.ts'

const oldestPostgres = 15

/** An error of the database, in whichever check it was met. Its cause is the error itself. */
export class DatabaseFailure extends Error {
  constructor(cause: unknown) {
    super('The database failed.', { cause })
  }
}

/**
 * Opens the database read-only; undefined if there is no embedded one yet.
 * @throws DatabaseFailure for an error of the database; others as they are
 */
export async function withDatabase<Result>(
  config: Config,
  read: (database: Database) => Promise<Result>,
): Promise<Result | undefined> {
  if (config.databaseUrl === undefined && !hasFile(config)) return undefined
  const database = openDatabase(config, { isReadOnly: true })
  try {
    return await read(database)
  } catch (error) {
    throw isOfDatabase(error, database) ? new DatabaseFailure(error) : error
  } finally {
    await database.close()
  }
}

/** Errors of SQLite have `errcode`, those that PostgreSQL itself reports have `severity`. */
const isOfDatabase = (error: unknown, { engine }: Database) =>
  engine.isUnavailable(error) || (error instanceof Error && ('errcode' in error || 'severity' in error))

/** Whether the database responds and this version can work with its tables. */
export async function lookAtDatabase(config: Config): Promise<Result[]> {
  const name = nameDatabase(config)
  const found = await withDatabase(config, async (database) => [
    await lookAtTables(database, config),
    ...(await lookAtPages(database, name)),
    ...(config.databaseUrl === undefined ? await lookAtLock(config, name) : []),
    ...(config.databaseUrl === undefined ? [] : await lookAtServer(database)),
  ])
  return found ?? [await lookAtFirstStart(config, `there is no ${name} yet; the first start creates it`)]
}

async function lookAtFirstStart(config: Config, prospect: string): Promise<Result> {
  const loss = await explainLoss(config)
  return loss === undefined ? ok(prospect) : failed(loss)
}

async function lookAtPages({ db, engine }: Database, name: string): Promise<Result[]> {
  const damage = await engine.findDamage(db)
  if (damage === undefined) return []
  return [failed(`the ${name} is damaged (${damage}). Stop the server, keep a copy of it, and restore a backup`)]
}

/** The console never keeps the lock for this long. */
const longLockMs = 1_000

async function lookAtLock({ dataDir }: Config, name: string): Promise<Result[]> {
  const first = findLockHolder(dataDir)
  const endsAt = performance.now() + longLockMs
  for (let holder = first; performance.now() < endsAt; holder = findLockHolder(dataDir)) {
    if (holder === undefined || holder.pid !== first?.pid) return []
    await sleep(10)
  }
  return [failed(`the ${name} is locked: ${describeLockHolder(first)}. Nothing can be changed until it ends`)]
}

async function lookAtTables(database: Database, config: Config): Promise<Result> {
  const name = nameDatabase(config)
  const newer = await requireUsable(database)
  const tables = await listTables(database)
  if (tables.length === 0) {
    // The settings of a move specify an empty database, and the data directory that is still in use.
    if (config.databaseUrl !== undefined && hasFile(config) && !hasMoved(config))
      return ok(`the ${name} is empty; bin/console move fills it, or the first start creates the tables`)
    return lookAtFirstStart(config, `the ${name} is empty; the first start creates the tables`)
  }
  if ((await findApplied(database)) === undefined)
    return failed(`the ${name} contains tables, but none of a console. Set an empty database, or the console's`)
  if (newer) return ok(`the ${name} is from Health Console ${newer.version}, which this one, ${version}, can use`)
  if (!(await isMigrated(database)))
    return warning(`the ${name} is from an earlier version. The next start upgrades it; make a backup first`)
  return ok(`the ${name} is up to date`)
}

async function lookAtServer({ db }: Database): Promise<Result[]> {
  const { major, encoding, isReadOnly, isWaiting } = await describeServer(db)
  const program = await getPostgresProgram('pg_dump', major).catch((error: Error) => error)
  return [
    major >= oldestPostgres
      ? ok(`PostgreSQL ${major}`)
      : failed(`PostgreSQL ${major} is too old: ${oldestPostgres} or newer is needed`),
    ...(encoding === 'UTF8' ? [] : [failed(`the database has the encoding ${encoding}. Create it with UTF8`)]),
    ...(isReadOnly ? [failed('the database is read-only: DATABASE_URL points to a standby')] : []),
    ...(isWaiting
      ? [
          failed(
            'commits wait for a synchronous standby that does not respond. Start it, or remove it from synchronous_standby_names',
          ),
        ]
      : []),
    ...(program instanceof Error ? [warning(`no backup can be made here: ${program.message}`)] : []),
  ]
}

/** Whether backups reach the database directly, without a pooler. */
export async function checkPooler({ databaseUrl, databaseDirectUrl }: Config): Promise<Result[]> {
  if (databaseUrl === undefined) return []
  const isPooled = await isPooler(databaseUrl).catch((error: unknown) => {
    throw new DatabaseFailure(error)
  })
  if (databaseDirectUrl === undefined)
    return isPooled
      ? [
          failed(
            'DATABASE_URL points to a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself, for backup and restore',
          ),
        ]
      : [ok('DATABASE_URL points to PostgreSQL itself')]
  if (await isPoolerAtDirectUrl(databaseDirectUrl))
    return [failed('DATABASE_DIRECT_URL points to a pooler: set it to PostgreSQL itself')]
  const [one, other] = await Promise.all([databaseUrl, databaseDirectUrl].map(identify))
  return one === other
    ? [ok(`DATABASE_URL points to ${isPooled ? 'a pooler' : 'PostgreSQL'}, DATABASE_DIRECT_URL to the same database`)]
    : [failed('DATABASE_URL and DATABASE_DIRECT_URL point to different databases')]
}

async function identify(databaseUrl: string): Promise<string> {
  const database = openDatabase({ databaseUrl, dataDir: '' })
  try {
    return await identifyDatabase(database.db)
  } finally {
    await database.close()
  }
}
