import { randomUUIDv7 } from 'node:crypto'
import { hashToken } from '../../crypto/token.ts'
import type { Db } from '../../database/tables.ts'
import type { EmailUndosTable } from '../../database/tables/staff.ts'

export async function insertEmailUndo(
  db: Db,
  undo: Omit<EmailUndosTable, 'id' | 'tokenHash'> & { token: string },
): Promise<void> {
  const { token, ...given } = undo
  await db
    .insertInto('emailUndos')
    .values({ ...given, id: randomUUIDv7(), tokenHash: hashToken(token) })
    .execute()
}

/** The address that a valid link restores. */
export async function findEmailUndo(db: Db, token: string, nowMs: number): Promise<EmailUndosTable | undefined> {
  return db
    .selectFrom('emailUndos')
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAtMs', '>', nowMs)
    .executeTakeFirst()
}

/** The person's link that would restore this address. */
export async function findEmailUndoTo(
  db: Db,
  adminId: string,
  emailKey: string,
  nowMs: number,
): Promise<EmailUndosTable | undefined> {
  return db
    .selectFrom('emailUndos')
    .selectAll()
    .where('adminId', '=', adminId)
    .where('emailKey', '=', emailKey)
    .where('expiresAtMs', '>', nowMs)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Uses up a link, and removes those of later changes, which would give the account back to an attacker. */
export async function consumeEmailUndo(
  db: Db,
  { adminId, id }: Pick<EmailUndosTable, 'adminId' | 'id'>,
): Promise<void> {
  await db.deleteFrom('emailUndos').where('adminId', '=', adminId).where('id', '>=', id).execute()
}

export async function deleteEmailUndosOf(db: Db, adminId: string): Promise<void> {
  await db.deleteFrom('emailUndos').where('adminId', '=', adminId).execute()
}
