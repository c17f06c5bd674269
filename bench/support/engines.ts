import { migrate } from '../../server/src/core/database/upgrade/migrate.ts'
import { type Database, openDatabase } from '../../server/src/core/database/open.ts'
import { findPostgresBinaries } from '../../server/testing/engines/postgres-binaries.ts'
import { type PostgresOptions, startPrivatePostgres } from '../../server/testing/engines/private-postgres.ts'
import { newDataDir } from './folder.ts'

export type BenchDatabase = { dataDir: string; databaseUrl: string | undefined }

/** Filling takes minutes less, and queries take as long. */
const buildSettings = '-c maintenance_work_mem=1GB -c max_wal_size=16GB'

/** Does the work on an empty SQLite, then on an empty private PostgreSQL (which by default does not wait for the disk). */
export async function onEachEngine(
  work: (engine: string, database: BenchDatabase) => Promise<void>,
  options: PostgresOptions = {},
): Promise<void> {
  await work('SQLite    ', { dataDir: newDataDir(), databaseUrl: undefined })
  const binaries = findPostgresBinaries()
  if (!binaries) return console.log('PostgreSQL: not installed, left out')
  const settings = `${buildSettings} ${options.settings ?? ''}`
  const postgres = await startPrivatePostgres(binaries, { ...options, settings })
  try {
    await work('PostgreSQL', { dataDir: newDataDir(), databaseUrl: postgres.url })
  } finally {
    await postgres.stop()
  }
}

/** Does the work on a database with its tables. */
export async function withDatabase(where: BenchDatabase, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(where, { timeouts: 'long' })
  try {
    await migrate(database)
    await work(database)
  } finally {
    await database.close()
  }
}

/** Does the same work on each engine. */
export async function onEachDatabase(
  work: (engine: string, database: Database, where: BenchDatabase) => Promise<void>,
  options?: PostgresOptions,
): Promise<void> {
  await onEachEngine((engine, where) => withDatabase(where, (database) => work(engine, database, where)), options)
}
