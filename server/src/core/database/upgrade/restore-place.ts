import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { namingFullDisk } from '../../disk/no-space.ts'
import { type Database, openDatabase } from '../open.ts'
import { getRestoreProgram, loadPostgres } from '../postgres/copy.ts'
import { lockDataDirectory } from '../sqlite/sqlite.ts'
import { syncFolder } from '../../disk/sync-folder.ts'

type Where = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>

/**
 * A database to restore into: an empty one, or one in which a restore did not finish. No server starts on it until the
 * restore has finished.
 */
type RestorePlace = {
  /** Loads a copy that `Engine.copy` created. @returns the restored database, which no one else uses yet */
  load(content: Readable): Promise<Database>
  /** Puts the restored database into use, in one step. Close it first. */
  finish(): Promise<void>
  close(): Promise<void>
}

const marker = 'restore_in_progress'

/** The progress of a move from another database. While the table exists, no server starts. */
export const progressTable = 'move_in_progress'

/** @throws Error if a restore or a move into this database has not finished */
export function requireWhole(tables: string[]): void {
  if (tables.includes(marker)) throw new Error('A restore into this database has not finished. Run it again.')
  if (tables.includes(progressTable)) throw new Error('A move into this database has not finished. Run it again.')
}

/**
 * @param checkFirst throws unless everything else is empty, too; not called if an earlier restore did not finish
 * @throws Error if there is anything in the database
 */
export async function openRestorePlace(config: Where, checkFirst: () => Promise<void>): Promise<RestorePlace> {
  return config.databaseUrl === undefined
    ? openSqlitePlace(config, checkFirst)
    : openPostgresPlace(config, config.databaseDirectUrl ?? config.databaseUrl, checkFirst)
}

async function openSqlitePlace(config: Where, checkFirst: () => Promise<void>): Promise<RestorePlace> {
  const lock = lockDataDirectory(config.dataDir)
  const file = path.join(config.dataDir, 'console.db')
  const staging = unfinishedFolder(config)
  try {
    await markSqlite(config, checkFirst)
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    async load(content) {
      await stage(config, content)
      return openDatabase({ ...config, dataDir: staging }, { timeouts: 'long' })
    },
    async finish() {
      if (existsSync(path.join(staging, 'console.db-wal'))) throw new Error('The restored database is still in use.')
      await rename(path.join(staging, 'console.db'), file)
      await syncFolder(config.dataDir)
      await rm(staging, { recursive: true, force: true })
    },
    close: async () => lock.close(),
  }
}

const unfinishedFolder = ({ dataDir }: Where) => path.join(dataDir, 'restoring')

/**
 * A private copy, so that what is loaded is what was compared with its hash, even if someone writes to the backup
 * meanwhile.
 */
async function stage(config: Where, content: Readable): Promise<string> {
  const folder = unfinishedFolder(config)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'console.db')
  await namingFullDisk(folder, pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })))
  return file
}

async function openPostgresPlace(config: Where, url: string, checkFirst: () => Promise<void>): Promise<RestorePlace> {
  const database = openDatabase(config, { timeouts: 'long' })
  let isSecondTry: boolean
  try {
    await getRestoreProgram(database.db, url)
    isSecondTry = await markEmpty(database, 'The database of DATABASE_URL', checkFirst)
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    async load(content) {
      // The program runs anything that the copy contains.
      const copy = await stage(config, content)
      await loadPostgres(database.db, url, createReadStream(copy)).catch((error: Error) => {
        // The program of a killed restore may still have been running.
        throw isSecondTry ? new Error(`${unfinished('The database of DATABASE_URL')} ${error.message}`) : error
      })
      await rm(unfinishedFolder(config), { recursive: true })
      return openDatabase(config, { timeouts: 'long' })
    },
    finish: () => database.db.schema.dropTable(marker).execute(),
    close: () => database.close(),
  }
}

async function markSqlite(config: Where, checkFirst: () => Promise<void>): Promise<void> {
  const database = openDatabase(config)
  try {
    await markEmpty(database, config.dataDir, checkFirst)
  } finally {
    await database.close()
  }
}

const unfinished = (name: string) =>
  `${name} contains leftovers of an unfinished restore. Drop the database, create it again, and restore again. If a pooler is connected to it: drop database … with (force).`

/** @returns whether it was already marked */
async function markEmpty(database: Database, name: string, checkFirst: () => Promise<void>): Promise<boolean> {
  const tables = await listTables(database)
  const isMarked = tables.includes(marker)
  if (tables.some((table) => table !== marker)) {
    throw new Error(
      isMarked ? unfinished(name) : `${name} is not empty. A backup is restored only into an empty database.`,
    )
  }
  if (!isMarked) await checkFirst()
  await database.db.schema.createTable(marker).ifNotExists().addColumn('id', 'integer').execute()
  return isMarked
}

/** The names of the tables in the database. */
export async function listTables({ db }: Pick<Database, 'db'>): Promise<string[]> {
  return (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
}
