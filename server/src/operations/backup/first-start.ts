import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { readProof, replaceProof } from '../../core/audit/proof-files.ts'
import type { Config } from '../../core/config.ts'
import { makeKey } from '../../core/crypto/keys.ts'
import type { Database } from '../../core/database/open.ts'
import { hasFile, nameDatabase } from '../../core/database/upgrade/require-made.ts'
import { listTables, requireWhole } from '../../core/database/upgrade/restore-place.ts'
import { ownerKey } from '../../features/files/ownership/owner.ts'
import { openStorage } from '../../core/storage/open-storage.ts'

/**
 * Call this before the database is opened, which creates the embedded one. Its key is created first, so a database
 * without a key has lost it, even after a start that was killed.
 */
export async function prepareFirstStart(config: Config, { startsEmpty = false } = {}): Promise<void> {
  if (config.databaseUrl !== undefined || hasFile(config)) return
  if (!startsEmpty) await requireNothingLeft(config)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await makeKey(config)
}

/** @throws Error if the database is empty, but files or checkpoints show that there was a console */
export async function requireNotLost(config: Config, database: Database): Promise<void> {
  if ((await listTables(database)).length === 0) await requireNothingLeft(config)
}

async function requireNothingLeft(config: Config): Promise<void> {
  const loss = await explainLoss(config)
  if (loss !== undefined) throw new Error(loss)
}

/**
 * @returns what to do about a database that is missing or empty although there was a console; undefined if there was
 * none
 */
export async function explainLoss(config: Config): Promise<string | undefined> {
  const left = await findLeft(config)
  if (left === undefined) return undefined
  return (
    `There is no console in the ${nameDatabase(config)}, but there was one: ${left}. Nothing was changed. Set the right ` +
    'database, or restore a backup: bin/console restore FOLDER. To begin without the lost data: ' +
    'bin/console migrate --start-empty'
  )
}

/** The remains of a console whose database is missing. */
async function findLeft(config: Config): Promise<string | undefined> {
  const { checkpoints } = await readProof(config)
  const entries = Math.max(0, ...checkpoints.map(({ size }) => size))
  if (entries > 0) return `${config.auditProofDir} has checkpoints of an audit log with ${entries} entries`
  const { storage } = config
  // Opening it would create it.
  if (storage.kind === 'local' && !existsSync(storage.folder)) return undefined
  const files = await openStorage(storage)
  for await (const { key } of files.listObjects())
    if (key !== ownerKey)
      return `${storage.kind === 's3' ? `the bucket ${storage.bucket}` : path.resolve(storage.folder)} has model files`
  return undefined
}

/**
 * Starts without the data of a console whose database is lost. Its checkpoints, which the new audit log would
 * contradict, are moved to a file with the time in its name.
 * @throws Error if the database is not empty
 */
export async function startEmpty(config: Config, database: Database): Promise<void> {
  const tables = await listTables(database)
  requireWhole(tables)
  if (tables.length > 0) throw new Error(`The ${nameDatabase(config)} is not empty. Leave out --start-empty.`)
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  await replaceProof(config, { checkpoints: [], publicKeys: [] }, { known: [], time })
}
