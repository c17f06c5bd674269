import type { Config } from '../../config.ts'
import { findFingerprint, lockKey, requireKey, setKey, shorten } from '../../crypto/console-key.ts'
import type { MasterKey } from '../../crypto/keys.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db, Transaction } from '../../database/tables.ts'
import { noteModelKey } from './known-keys.ts'
import { createModelKey } from './model-key.ts'

type Console = { db: Db; engine: Engine; keys: MasterKey; config: Pick<Config, 'secretKey'>; now: () => number }

/**
 * Gives the master key to a database that has none yet: to a new one, or one in which this key has signed.
 * @throws Error where it has another key, or nothing proves that this one is its key
 */
export async function adoptKey({ db, engine, keys, config, now }: Console): Promise<void> {
  if ((await findFingerprint(db)) === undefined)
    await db.transaction().execute(async (transaction) => {
      await lockKey(engine, transaction)
      if ((await findFingerprint(transaction)) !== undefined) return
      if (!(await isProven(transaction, keys)))
        throw new Error(
          `The database does not say which master key it has, and the one in ${config.secretKey.file} ` +
            `(fingerprint ${shorten(keys.fingerprint)}) has signed nothing in it. Nothing was changed. Put the right key there.`,
        )
      await setKey(transaction, keys)
    })
  await requireKey({ db, keys, config })
  await noteModelKey(db, keys, now())
}

/** Whether the key signed models there, or nothing was signed or sealed there. */
async function isProven(transaction: Transaction, keys: MasterKey): Promise<boolean> {
  const modelKeys = await transaction.selectFrom('modelKeys').select('id').execute()
  const { id } = createModelKey(keys)
  if (modelKeys.length > 0) return modelKeys.some((row) => row.id === id)
  for (const table of ['secondFactors', 'recoveryCodes', 'fileSignatures'] as const)
    if (
      await transaction
        .selectFrom(table)
        .select((select) => select.lit(1).as('one'))
        .executeTakeFirst()
    )
      return false
  return true
}

/**
 * Makes another key that of the database. What the key from before has signed is signed again by the next server.
 */
export async function replaceKey(transaction: Transaction, keys: MasterKey): Promise<void> {
  await setKey(transaction, keys)
  await transaction.deleteFrom('fileSignatures').where('keyId', '!=', createModelKey(keys).id).execute()
}
