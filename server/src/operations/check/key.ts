import { stat } from 'node:fs/promises'
import type { Config } from '../../core/config.ts'
import { findFingerprintIfMade, openConsoleKeys, requireKey, shorten } from '../../core/crypto/console-key.ts'
import { openKeys } from '../../core/crypto/keys.ts'
import { errorCode } from '../../core/disk/error-code.ts'
import type { Db } from '../../core/database/tables.ts'
import { DatabaseFailure, withDatabase } from './database.ts'
import { failed, ok, type Result } from './finding.ts'
import { runAsOwner } from './folders.ts'

/** Checks whether the master key can be read only by the right users, and belongs to the database. */
export async function lookAtKey(config: Config): Promise<Result[]> {
  const { file, mayBeMade } = config.secretKey
  const info = await stat(file).catch((error: unknown) => errorCode(error))
  if (typeof info === 'string' && info !== 'ENOENT') return [failed(`${file} cannot be read: ${info}. ${runAsOwner}`)]
  if (typeof info !== 'string' && (info.mode & 0o007) !== 0)
    return [failed(`${file} can be read by other users. Fix: chmod o= ${file}`)]
  const compared = await withDatabase(config, ({ db }) => compare(config, db)).catch((error: unknown) =>
    // This is reported by another check.
    error instanceof DatabaseFailure ? undefined : toLine(error),
  )
  if (compared) return [compared]
  if (info === 'ENOENT' && mayBeMade) return [ok(`${file} does not exist yet; the first start creates it`)]
  try {
    openKeys(config)
    return [ok(`${file} can be read`)]
  } catch (error) {
    return [toLine(error)]
  }
}

/** Undefined if the database has no key yet. */
async function compare(config: Config, db: Db): Promise<Result | undefined> {
  if ((await findFingerprintIfMade(db)) === undefined) return undefined
  const keys = await openConsoleKeys(config, db)
  await requireKey({ db, keys, config })
  return ok(`${config.secretKey.file} has the key of the database, with the fingerprint ${shorten(keys.fingerprint)}`)
}

const toLine = (error: unknown): Result => failed(error instanceof Error ? error.message : String(error))
