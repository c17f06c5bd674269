import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { PasskeysTable } from '../../../core/database/tables/credentials.ts'
import type { Passkey } from '@health-console/contract/staff/passkeys.ts'

/** Oldest first. */
export async function listPasskeys(db: Db, adminId: string): Promise<PasskeysTable[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('adminId', '=', adminId)
    .orderBy('createdAtMs')
    .orderBy('id')
    .execute()
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeysTable | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()
}

export async function insertPasskey(transaction: Transaction, passkey: PasskeysTable): Promise<void> {
  await transaction.insertInto('passkeys').values(passkey).execute()
}

/**
 * Records that a passkey was used.
 * @returns false if its counter has not increased, or it has been removed
 */
export async function countUse(
  transaction: Transaction,
  { id }: PasskeysTable,
  { counter, isSynced, nowMs }: { counter: number; isSynced: boolean; nowMs: number },
): Promise<boolean> {
  const used = await transaction
    .updateTable('passkeys')
    .set({ counter, isSynced: isSynced ? 1 : 0, lastUsedAtMs: nowMs })
    .where('id', '=', id)
    // Many passkeys do not count and always report 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** @returns false if the admin has no such passkey */
export async function renamePasskey(
  transaction: Transaction,
  { id, adminId, name }: Pick<PasskeysTable, 'id' | 'adminId' | 'name'>,
): Promise<boolean> {
  const renamed = await transaction
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('adminId', '=', adminId)
    .executeTakeFirst()
  return renamed.numUpdatedRows > 0n
}

/** @returns the passkey that was removed */
export async function deletePasskey(
  transaction: Transaction,
  { id, adminId }: Pick<PasskeysTable, 'id' | 'adminId'>,
): Promise<PasskeysTable | undefined> {
  return transaction
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('adminId', '=', adminId)
    .returningAll()
    .executeTakeFirst()
}

/** @returns how many were removed */
export async function deletePasskeysOf(transaction: Transaction, adminId: string): Promise<number> {
  const deleted = await transaction.deleteFrom('passkeys').where('adminId', '=', adminId).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

export function presentPasskey({ id, name, createdAtMs, lastUsedAtMs, isSynced }: PasskeysTable): Passkey {
  return {
    id,
    name,
    createdAt: new Date(createdAtMs).toISOString(),
    lastUsedAt: lastUsedAtMs === 0 ? '' : new Date(lastUsedAtMs).toISOString(),
    isSynced: isSynced === 1,
  }
}
