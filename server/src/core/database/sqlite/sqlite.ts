import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Engine, mostScans } from '../engine.ts'
import { errorCode } from '../../disk/error-code.ts'
import { hasSqliteCode, isFailedWrite, isSqliteFull } from './result-codes.ts'
import { fieldsOf } from '../fields-of.ts'
import { isFolderLocked, lockFolder } from './lock-folder.ts'
import { DatabaseLockedError } from '../locked-error.ts'
import { copySqlite } from './copy.ts'
import { findDamage, watchDamage } from './damage.ts'
import { sqliteDialect } from './driver.ts'
import { watchWrites } from './failed-writes.ts'
import { sqliteQueries } from './queries.ts'
import { createSqliteReader } from './reader.ts'
import { isBusy, SqliteTurns } from './turns.ts'
import type { Timeouts } from '../timeouts.ts'

const cannotOpen = 14
/** How long opening the database waits for another process. */
const openingMs = 10_000

/**
 * How long a change waits for its turn and for other processes: as long as a user waits for a response, or as a command
 * may.
 */
const waitMs: Record<Timeouts, number> = { short: 10_000, long: 120_000 }

/**
 * Opens the embedded database file below a data directory, or creates it, readable only by its owner. Every commit is
 * on disk when it returns: WAL with `synchronous=FULL`. Deleted data is overwritten with zeros.
 */
function openSqliteFile(dataDir: string): DatabaseSync {
  // A volume may belong to another user, with write permission for our group. The permissions of the files in it are
  // set separately.
  if (isOurs(dataDir)) chmodSync(dataDir, 0o700)
  const file = path.join(dataDir, 'console.db')
  const sqlite = explainingErrors(dataDir, () => new DatabaseSync(file, { timeout: openingMs }))
  chmodSync(file, 0o600)
  sqlite.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384; PRAGMA busy_timeout = 0;',
  )
  return sqlite
}

/** Opens the file a second time in a process that writes it. */
const openBeside = (dataDir: string) =>
  new DatabaseSync(path.join(dataDir, 'console.db'), { readOnly: true, timeout: 0 })

/**
 * Opens the file read-only: SQLite creates no file next to it and changes none. It also reads what a killed server has
 * left.
 */
function openSqliteToRead(dataDir: string): DatabaseSync {
  const file = path.join(dataDir, 'console.db')
  const url = pathToFileURL(file)
  const isUnclosed = ['-wal', '-shm'].every((end) => existsSync(file + end))
  url.search = isUnclosed ? '?readonly_shm=1' : '?immutable=1'
  return new DatabaseSync(url, { readOnly: true })
}

/**
 * Locks the data directory until this process ends.
 * @throws Error if another server holds the lock
 */
export function lockDataDirectory(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = explainingErrors(dataDir, () => lockFolder(dataDir))
  if (lock) return lock
  throw new Error(
    `Another server uses the data directory ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
  )
}

/** Whether root is about to change another user's files. */
const isOurs = (folder: string) => [0, statSync(folder).uid].includes(process.geteuid?.() ?? 0)

/**
 * SQLite only reports that it cannot open a file. Nearly always the data directory, or a file in it, belongs to another
 * user.
 */
function explainingErrors<Opened>(dataDir: string, open: () => Opened): Opened {
  try {
    return open()
  } catch (error) {
    const user = process.geteuid?.()
    const isRejected = hasSqliteCode(error, cannotOpen) || ['EACCES', 'EPERM'].includes(errorCode(error))
    if (user === undefined || !isRejected) throw error
    throw new Error(
      `User ${user} cannot write to the data directory ${dataDir}, which belongs to user ${statSync(dataDir).uid}, or to ` +
        `a file in it. Give all of it to user ${user} (chown -R), or set another DATA_DIR.`,
      { cause: error },
    )
  }
}

const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[]

/** A waiting writer sleeps up to this long between attempts, so it could miss a shorter gap. */
const shortestGapMs = 12
const longestGapMs = 60
/** This is well below the thousand pages at which a commit copies them into the database itself. */
const pagesBeforeCheckpoint = 500

export function sqliteEngine(dataDir: string, timeouts: Timeouts, { isReadOnly = false } = {}): Engine {
  const sqlite = isReadOnly ? openSqliteToRead(dataDir) : openSqliteFile(dataDir)
  const openToRead = () => (isReadOnly ? openSqliteToRead(dataDir) : openBeside(dataDir))
  const opened = identifyFile(dataDir)
  const turns = new SqliteTurns(dataDir, waitMs[timeouts])
  const reader = createSqliteReader(dataDir)
  const checker = createSqliteReader(dataDir)
  const damage = watchDamage(checker)
  const isFull = (error: unknown) => isSqliteFull(error, dataDir)
  const writes = watchWrites(isFull)
  const scanners = Array.from({ length: mostScans }, () => createSqliteReader(dataDir))
  /** Errors of other threads. */
  const noting = async <Answer>(reading: Promise<Answer>): Promise<Answer> => {
    try {
      return await reading
    } catch (error) {
      damage.noteError(error)
      throw error
    }
  }
  return {
    name: 'sqlite',
    dialect: sqliteDialect(sqlite, openToRead, turns),
    queries: sqliteQueries,
    insertMany: async (transaction, table, rows) => {
      const [first] = rows
      if (first === undefined) return
      const fields = fieldsOf(first)
      const statement = sqlite.prepare(transaction.insertInto(table).values(first).compile().sql)
      for (const row of rows) statement.run(...bind(fields.map((field) => row[field])))
    },
    yieldWriteLock: async (heldMs) => {
      await setTimeout(Math.min(Math.max(heldMs / 3 + 8, shortestGapMs), longestGapMs))
      checkpointBefore(sqlite)
    },
    mayHoldWriteLock: () => !isFolderLocked(dataDir),
    refreshStatistics: async () => {},
    noteDeletion: async () => {
      const sinceMs = Date.now()
      return async () => (emptyWal(sqlite) ? { isDone: true } : { isDone: false, sinceMs })
    },
    serialize: async () => {}, // `begin immediate` already allows only one writer at a time.
    readLong: (_db, task, question) => noting(reader.read(task, question)),
    scan: (_db, task, question, signal) => {
      const free = scanners.find(({ isBusy }) => !isBusy())
      if (!free) throw new Error('More scans were started than may run at once.')
      return noting(free.scan(task, question, signal))
    },
    copy: () => copySqlite(reader.read, dataDir),
    findDamage,
    readSize: async (db) => {
      const { rows } = await sql<{ bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db)
      return Number(rows[0]?.bytes)
    },
    findTrouble: async (db) => {
      const found = damage.find()
      if (found !== undefined) return { reason: explainDamage(found) }
      if (identifyFile(dataDir) !== opened) return { reason: explainLoss(dataDir) }
      const failure = await writes.find(db)
      if (failure !== undefined) return { reason: explainFailedWrite(failure) }
      try {
        return await turns.findBusy(sqlite)
      } catch (error) {
        // The lock is in a file, too.
        if (!isFailedWrite(error)) throw error
        return { reason: explainFailedWrite(error) }
      }
    },
    noteError: (error) => {
      damage.noteError(error)
      writes.noteError(error)
    },
    close: async () => {
      for (const { close } of [reader, checker, ...scanners]) await close()
    },
    isUniqueViolation: (error) => hasSqliteCode(error, 2067) || hasSqliteCode(error, 1555),
    isUnavailable: (error) =>
      isBusy(error) || error instanceof DatabaseLockedError || (isFailedWrite(error) && !isFull(error)),
    isConflict: () => false,
    isFull,
  }
}

const explainDamage = (damage: string) =>
  `the database is damaged (${damage}). Stop the server, keep a copy of it, and restore a backup`

/** Identifies the database file that is in its place; undefined if there is none. */
function identifyFile(dataDir: string): string | undefined {
  const found = statSync(path.join(dataDir, 'console.db'), { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

const explainLoss = (dataDir: string) =>
  `${path.join(dataDir, 'console.db')} was deleted, moved or replaced while the server uses it, so changes since then may be lost. Stop the server, and put the file back or restore a backup`

const explainFailedWrite = ({ message }: Error) =>
  `the disk rejects writes (${message}): it has failed, or its file system is read-only. Check it (dmesg), and restart the server once files can be written there`

/** Copies the WAL into the database, so that the next writer's commit does not have to. */
function checkpointBefore(sqlite: DatabaseSync): void {
  // SQLite rejects this in a transaction. The next pause does it.
  if (sqlite.isTransaction) return
  const waiting = sqlite.prepare('PRAGMA wal_checkpoint(NOOP)').get()
  if (Number(waiting?.['log']) - Number(waiting?.['checkpointed']) < pagesBeforeCheckpoint) return
  sqlite.exec('PRAGMA wal_checkpoint(PASSIVE)')
}

/**
 * Copies the WAL into the database and truncates it, because until then it contains pages from before a deletion. It
 * does not wait for locks, because the thread would be blocked meanwhile.
 */
function emptyWal(sqlite: DatabaseSync): boolean {
  if (sqlite.isTransaction) return false
  return sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
}
