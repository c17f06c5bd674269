import { createHmac } from 'node:crypto'
import type { Keys } from '../../../core/crypto/keys.ts'
import type { ModelKeysTable } from '../../../core/database/tables/files.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import { createModelKey } from './model-key.ts'

type KnownModelKey = Pick<ModelKeysTable, 'id' | 'publicKey' | 'sinceMs'>

/** The time since which the current key is in use: the current time, if it is new. */
export async function noteModelKey(db: Db, keys: Keys, nowMs: number): Promise<Pick<ModelKeysTable, 'id' | 'sinceMs'>> {
  const key = createModelKey(keys)
  const find = () => db.selectFrom('modelKeys').select(['id', 'sinceMs']).where('id', '=', key.id).executeTakeFirst()
  const noted = await find()
  if (noted) return noted
  await db
    .insertInto('modelKeys')
    .values(toRow(keys, key, nowMs))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await find()) ?? { id: key.id, sinceMs: nowMs }
}

/** The public keys of this console, the current one first. Write access to the database is not enough to add one. */
export async function listModelKeys(db: Db, keys: Keys): Promise<KnownModelKey[]> {
  const { id, publicKey } = createModelKey(keys)
  const rows = await db.selectFrom('modelKeys').selectAll().orderBy('sinceMs', 'desc').execute()
  const sinceMs = rows.find((row) => row.id === id)?.sinceMs
  const earlier = rows.filter((row) => row.id !== id && row.proof === proofOf(keys, row))
  return [...(sinceMs === undefined ? [] : [{ id, publicKey, sinceMs }]), ...earlier]
}

/** After a change of the master key: leaves the earlier keys in the list, and starts the time of the new one. */
export async function keepModelKeys(transaction: Transaction, old: Keys, keys: Keys, nowMs: number): Promise<void> {
  await noteModelKey(transaction, old, nowMs)
  const current = createModelKey(keys)
  const earlier = (await listModelKeys(transaction, old)).filter(({ id }) => id !== current.id)
  const rows = [...earlier.map((key) => toRow(keys, key, key.sinceMs)), toRow(keys, current, nowMs)]
  await transaction
    .deleteFrom('modelKeys')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  await transaction.insertInto('modelKeys').values(rows).execute()
}

/**
 * After the loss of the master key, without which nothing proves the earlier keys: only the new one stays in the list.
 */
export async function forgetModelKeys(transaction: Transaction, keys: Keys, nowMs: number): Promise<void> {
  await transaction.deleteFrom('modelKeys').execute()
  await noteModelKey(transaction, keys, nowMs)
}

function toRow(keys: Keys, { id, publicKey }: Pick<ModelKeysTable, 'id' | 'publicKey'>, sinceMs: number) {
  const row = { id, publicKey, sinceMs }
  return { ...row, proof: proofOf(keys, row) }
}

const proofOf = (keys: Keys, { id, publicKey, sinceMs }: Omit<ModelKeysTable, 'proof'>) =>
  createHmac('sha256', keys.derive('list of model keys'))
    .update(JSON.stringify([id, publicKey, sinceMs]))
    .digest('hex')
