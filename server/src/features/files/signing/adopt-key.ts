import type { Config } from '../../../core/config.ts'
import { findFingerprint, insertKey, requireKey, setKey } from '../../../core/crypto/console-key.ts'
import type { MasterKey } from '../../../core/crypto/keys.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { noteModelKey } from './known-keys.ts'
import { createModelKey } from './model-key.ts'

type Console = { db: Db; keys: MasterKey; config: Pick<Config, 'secretKey'>; now: () => number }

/**
 * Gives the master key to a database that has none yet.
 * @throws Error if it has another key
 */
export async function adoptKey({ db, keys, config, now }: Console): Promise<void> {
  if ((await findFingerprint(db)) === undefined) await insertKey(db, keys)
  await requireKey({ db, keys, config })
  await noteModelKey(db, keys, now())
}

/** Makes another key the database's key, and removes what the former key has signed: `signUnsigned` signs it again. */
export async function replaceKey(transaction: Transaction, keys: MasterKey): Promise<void> {
  await setKey(transaction, keys)
  await transaction.deleteFrom('fileSignatures').where('keyId', '!=', createModelKey(keys).id).execute()
}
