import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Engine } from '../database/engine.ts'
import { listTables } from '../database/upgrade/restore-place.ts'
import type { Db, Transaction } from '../database/tables.ts'
import { ConfigError } from '../settings/config-error.ts'
import { type MasterKey, openKeys } from './keys.ts'

type Named = { keys: MasterKey; config: Pick<Config, 'secretKey'> }

/** Enough to tell keys apart, and to compare them by eye. */
export const shorten = (fingerprint: string): string => fingerprint.slice(0, 16)

/** Lets a transaction rely on the database's key until it ends. Call it first in the transaction. */
export const lockKey = (engine: Engine, transaction: Transaction): Promise<void> =>
  engine.serialize(transaction, 'console key')

/** The fingerprint of the database's master key; undefined if it has none yet. */
export async function findFingerprint(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('consoleKey').select('fingerprint').executeTakeFirst())?.fingerprint
}

/** Like `findFingerprint`, for a database that may have no tables. */
export async function findFingerprintIfMade(db: Db): Promise<string | undefined> {
  return (await listTables({ db })).includes('console_key') ? findFingerprint(db) : undefined
}

/**
 * Reads the master key of this console.
 * @throws ConfigError if there is no usable key, with the fingerprint of the key that the database needs
 */
export async function openConsoleKeys(config: Pick<Config, 'secretKey'>, db: Db): Promise<MasterKey> {
  const { file } = config.secretKey
  const known = existsSync(file) ? undefined : await findFingerprintIfMade(db)
  if (known === undefined) return openKeys(config)
  throw new ConfigError(
    `SECRET_KEY_FILE: there is no master key in ${file}. The database has one with the fingerprint ${shorten(known)}. ` +
      `Copy that key there. ${ifLost}`,
  )
}

const ifLost = 'If it is lost, create a new key and run: bin/console rotate-key --lost'

/** @throws Error if the settings contain another master key than the database's */
export async function requireKey({ db, keys, config }: Named & { db: Db }): Promise<void> {
  const known = await findFingerprintIfMade(db)
  if (known === undefined || known === keys.fingerprint) return
  throw new Error(
    `The master key in ${config.secretKey.file} has the fingerprint ${shorten(keys.fingerprint)}, and the database has the ` +
      `key with the fingerprint ${shorten(known)}. Nothing was changed. Put that key back, or set the database of this ` +
      'key. If the key was changed on purpose, run: bin/console rotate-key --old FILE (the previous key). ' +
      ifLost,
  )
}

/** Makes a key the key of a new database, unless another server was faster. */
export async function insertKey(db: Db, { fingerprint }: MasterKey): Promise<void> {
  await db
    .insertInto('consoleKey')
    .values({ id: 1, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Makes a key the database's key. */
export async function setKey(transaction: Transaction, { fingerprint }: MasterKey): Promise<void> {
  await transaction
    .insertInto('consoleKey')
    .values({ id: 1, fingerprint })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ fingerprint }))
    .execute()
}

/**
 * Compares the key of a running server with the database's, which `rotate-key` may have changed. While they differ, the
 * server neither signs nor decrypts anything.
 * @returns what is wrong
 */
export async function findKeyError({ db, keys }: { db: Db; keys: MasterKey }): Promise<string | undefined> {
  const known = await findFingerprint(db)
  keys.isReplaced = known !== keys.fingerprint
  if (!keys.isReplaced) return undefined
  return `this server has the master key ${shorten(keys.fingerprint)}, and the database ${known === undefined ? 'none' : shorten(known)}`
}
