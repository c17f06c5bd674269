import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { byOperator } from '../../core/audit/entry.ts'
import { readKeys } from '../../core/audit/known-keys.ts'
import { keepErased, readErased, readProof, replaceProof } from '../../core/audit/proof-files.ts'
import { proveLog } from '../backup/prove-log.ts'
import type { Config } from '../../core/config.ts'
import { type Context, createContext } from '../../core/context.ts'
import { requireKey } from '../../core/crypto/console-key.ts'
import { openKeys } from '../../core/crypto/keys.ts'
import { listApplied, migrate, migrationNames } from '../../core/database/upgrade/migrate.ts'
import { findMovedMarker, leaveMovedMarker } from '../../core/database/console-state/moved-marker.ts'
import { type Database, openDatabase } from '../../core/database/open.ts'
import { nameDatabase, requireFile } from '../../core/database/upgrade/require-made.ts'
import { listTables, progressTable } from '../../core/database/upgrade/restore-place.ts'
import { lockDataDirectory } from '../../core/database/sqlite/sqlite.ts'
import type { Db, Transaction } from '../../core/database/tables.ts'
import type { StorageSettings } from '../../core/settings/storage.ts'
import { version } from '../../core/settings/version.ts'
import { findWrongStorage } from '../../features/files/ownership/claim-storage.ts'
import { readMark } from '../../features/files/ownership/owner.ts'
import { listAllVersions } from '../../features/files/versions/store.ts'
import { openStorage } from '../../core/storage/open-storage.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { copyObjects } from './copy-objects.ts'
import { copyTable, fingerprint, movedTables, readProgress, shapeOf, writeProgress } from './copy-tables.ts'

/** A step, and its progress. */
export type Step = { verb: string; unit: string; done: number; total: number }
type OnProgress = (step: Step) => void

type Moved = {
  /** Undefined if the database stays. */
  rows: number | undefined
  /** Undefined if the files stay. */
  objects: number | undefined
  /** Each error as a sentence. */
  warnings: string[]
}

/** An earlier run of the command has already moved everything. */
type AlreadyMoved = { finishedAtMs: number }

/** The steps that a killed move does not have to repeat, besides its tables. */
const verified = '(verified)'
const ended = '(ended)'

/**
 * Moves a console from the embedded database to PostgreSQL, from local files to a bucket, or both, while no server
 * runs. The source is unchanged except for a marker, which keeps servers and commands from starting on it. A killed
 * move can be continued.
 */
export async function moveConsole(from: Config, to: Config, onProgress: OnProgress): Promise<Moved | AlreadyMoved> {
  const what = planMove(from, to)
  if (what.database) requireOwnProof(from, to)
  requireSameKey(from, to)
  if (from.databaseUrl === undefined) requireFile(from)
  const lock = from.databaseUrl === undefined ? lockDataDirectory(from.dataDir) : undefined
  try {
    await requireSource(from, what)
    return await moveTo(from, to, what, onProgress)
  } finally {
    lock?.close()
  }
}

async function moveTo(
  from: Config,
  to: Config,
  what: ReturnType<typeof planMove>,
  onProgress: OnProgress,
): Promise<Moved | AlreadyMoved> {
  const target = openDatabase(to, { timeouts: 'long' })
  try {
    const earlier = await findFinished(from, to, target, what)
    if (earlier) return earlier
    // The source is marked only once the target has proved usable: until then its server may start again.
    if (what.files) await requireUsableStorage(from, to)
    if (what.database) await openPlace(target, to)
    const marker = { atMs: Date.now(), to: describePlace(to), ...what }
    await leaveMovedMarker(from.dataDir, marker)
    const rows = what.database ? await moveRows(from, target, onProgress) : undefined
    const context = await createContext(to, target)
    const files = what.files
      ? await copyObjects(context, await openStorage(from.storage), (done, total) =>
          onProgress({ verb: 'Copied and verified', unit: 'model files', done, total }),
        )
      : undefined
    await beginThere(context, from, what)
    const logError = await proveLog(context)
    // The table goes last: a killed move continues as long as it exists.
    await leaveMovedMarker(from.dataDir, { ...marker, finishedAtMs: Date.now() })
    if (what.database) await target.db.schema.dropTable(progressTable).execute()
    const missing = files?.missing ?? []
    const warnings = [
      ...(logError === undefined ? [] : [logError]),
      ...(missing.length === 0 ? [] : [`Objects that were missing from the old file storage: ${missing.join(', ')}.`]),
    ]
    return { rows, objects: files?.copied, warnings }
  } finally {
    await target.close()
  }
}

/** @throws Error if nothing would move, or a move in this direction is not possible */
function planMove(from: Config, to: Config): { database: boolean; files: boolean } {
  const database = from.databaseUrl !== to.databaseUrl
  if (database && (from.databaseUrl !== undefined || to.databaseUrl === undefined))
    throw new Error('You can move only from SQLite to PostgreSQL. Set DATABASE_URL in the new settings.')
  const files = placeOf(from.storage) !== placeOf(to.storage)
  if (files && (from.storage.kind === 's3' || to.storage.kind === 'local'))
    throw new Error(
      'Files can only be moved from the data directory to a bucket. In the new settings set S3_BUCKET, or the current DATA_DIR.',
    )
  if (!database && !files) throw new Error('The console is already where the new settings would put it.')
  if (!database && from.databaseUrl === undefined && from.dataDir !== to.dataDir)
    throw new Error('The database stays, so DATA_DIR in the new settings must be the current one.')
  return { database, files }
}

/**
 * The target's server writes checkpoints of rows that the source does not have. Among the source's own, they would make
 * its audit log look changed after a rollback.
 */
function requireOwnProof(from: Config, to: Config): void {
  if (from.auditProofDir !== to.auditProofDir) return
  throw new Error(
    `In the new settings, set AUDIT_PROOF_DIR to another folder, for example ${from.auditProofDir}-2, or another DATA_DIR. The ` +
      `checkpoints in ${from.auditProofDir} belong to the source, and must stay as they are for a rollback.`,
  )
}

async function findFinished(
  from: Config,
  to: Config,
  target: Database,
  what: { database: boolean },
): Promise<AlreadyMoved | undefined> {
  const { to: place, finishedAtMs } = findMovedMarker(from) ?? {}
  if (finishedAtMs === undefined || place !== describePlace(to)) return undefined
  const isUnfinished = what.database && !(await hasFinished(target))
  return isUnfinished ? undefined : { finishedAtMs }
}

async function hasFinished(target: Database): Promise<boolean> {
  const tables = await listTables(target)
  return tables.length > 0 && !tables.includes(progressTable)
}

/**
 * @throws Error if the new file storage cannot be used, belongs to another console, or contains other objects, which
 * would be removed later as unknown ones
 */
async function requireUsableStorage(from: Config, to: Config): Promise<void> {
  const storage = await openStorage(to.storage)
  await storage.check()
  const mark = await readMark(storage)
  const { db, close } = openDatabase(from, { isReadOnly: true })
  try {
    if (mark === undefined) return await requireNoOthers(storage, db)
    const owner = await db.selectFrom('bucketState').select('ownerId').executeTakeFirst()
    if (owner?.ownerId !== mark)
      throw new Error('The new file storage belongs to another console. Set an empty one. Nothing was changed.')
  } finally {
    await close()
  }
}

/** A killed move has left only objects of this console. */
async function requireNoOthers(storage: Storage, db: Db): Promise<void> {
  const ours = new Set((await listAllVersions(db)).map(({ objectKey }) => objectKey))
  for await (const { key } of storage.listObjects()) {
    if (!ours.has(key))
      throw new Error(
        `The new file storage contains ${key}, which is not of this console. Set an empty one. Nothing was changed.`,
      )
  }
}

const placeOf = (settings: StorageSettings) =>
  settings.kind === 'local' ? settings.folder : `${settings.endpoint ?? ''} ${settings.bucket}`

const describePlace = (to: Config) =>
  [nameDatabase(to), ...(to.storage.kind === 's3' ? [`bucket ${to.storage.bucket}`] : [])].join(', ')

/** @throws Error if the new settings specify no master key, or another one */
function requireSameKey(from: Config, to: Config): void {
  const [old, next] = [from.secretKey.file, to.secretKey.file]
  if (!existsSync(next))
    throw new Error(
      `There is no master key in ${next}. Copy ${old} there, or set SECRET_KEY_FILE to it in the new settings.`,
    )
  if (openKeys(from).fingerprint !== openKeys(to).fingerprint)
    throw new Error(`The master key in ${next} is not the one in ${old}. The new settings must specify the same key.`)
}

/**
 * @throws Error if the current database has another master key, or its files are not in the current storage, for example
 * because a volume is not mounted
 */
async function requireSource(from: Config, what: { files: boolean }): Promise<void> {
  const { db, close } = openDatabase(from, { isReadOnly: true })
  try {
    await requireKey({ db, keys: openKeys(from), config: from })
    if (!what.files) return
    const mistake = await findWrongStorage({ db, storage: await openStorage(from.storage), config: from })
    if (mistake !== undefined) throw new Error(`Nothing was moved, because ${mistake}.`)
  } finally {
    await close()
  }
}

/** @throws Error unless the database is empty or an earlier move into it did not finish */
async function openPlace(target: Database, to: Config): Promise<void> {
  const there = await listTables(target)
  if (!there.includes(progressTable)) {
    if (there.length > 0)
      throw new Error(`The ${nameDatabase(to)} is not empty. A console is moved only into an empty database.`)
    await target.db.schema
      .createTable(progressTable)
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('rows', 'bigint', (column) => column.notNull())
      .addColumn('last', 'text')
      .execute()
  }
  await migrate(target)
}

/** @returns the number of rows */
async function moveRows(config: Config, to: Database, onProgress: OnProgress): Promise<number> {
  const from = openDatabase(config, { isReadOnly: true })
  try {
    await requireUpToDate(from)
    let total = 0
    for (const table of movedTables) total += await countRows(from, table)
    if (await readProgress(to, verified)) return total
    let done = 0
    for (const table of movedTables) {
      await copyTable({ from, to }, await shapeOf(from, table), (rows) => {
        done += rows
        onProgress({ verb: 'Copied', unit: 'rows', done, total })
      })
    }
    await to.engine.refreshStatistics(to.db, movedTables)
    let read = 0
    const onRows = (rows: number) => {
      read += rows
      onProgress({ verb: 'Compared', unit: 'rows', done: Math.ceil(read / 2), total })
    }
    for (const table of movedTables) {
      const shape = await shapeOf(from, table)
      if ((await fingerprint(from, shape, onRows)) !== (await fingerprint(to, shape, onRows)))
        throw new Error(
          `The rows of ${table} are not the same in both databases: something else has written to one of them. ` +
            'Empty the new database and run the command again.',
        )
    }
    await writeProgress(to.db, { name: verified, rows: total, last: null })
    return total
  } finally {
    await from.close()
  }
}

async function requireUpToDate(from: Database): Promise<void> {
  const applied = await listApplied(from)
  if (migrationNames.every((name) => applied.includes(name))) return
  throw new Error(`The database is from another version. Run bin/console migrate of Health Console ${version} first.`)
}

async function countRows({ db }: Database, table: (typeof movedTables)[number]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Ends what cannot continue in the target, logs the move, and copies the proof of the audit log. This happens only
 * once.
 */
async function beginThere(context: Context, from: Config, what: { database: boolean }): Promise<void> {
  const { db, audit, config, now } = context
  if (what.database && (await readProgress(context, ended))) return
  if (config.auditProofDir !== from.auditProofDir) {
    const time = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
    await replaceProof(config, await readProof(from), { known: await readKeys(context), time })
    await keepErased(config, await readErased(from))
  }
  await db.transaction().execute(async (transaction) => {
    await endSessions(transaction)
    await audit.append(transaction, [{ ...byOperator, action: 'console.move', subjects: [] }])
    if (what.database) await writeProgress(transaction, { name: ended, rows: 0, last: null })
  })
}

/** The parts of unfinished uploads are not moved. Links that were sent still work. */
async function endSessions(transaction: Transaction): Promise<void> {
  for (const table of ['sessions', 'secondFactorDrafts', 'signOnFlows'] as const)
    await transaction.deleteFrom(table).execute()
  await transaction
    .updateTable('fileUploads')
    .set({ state: 'given_up' })
    .where('state', 'in', ['open', 'arrived'])
    .execute()
}
