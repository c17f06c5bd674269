import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { SignOnIdentitiesTable } from '../../../core/database/tables/sign-on.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'

type Account = Pick<SignOnIdentitiesTable, 'issuer' | 'subject'>

/** The admin who is linked to an account at the provider. */
export async function findAdminOf(db: Db, { issuer, subject }: Account): Promise<AdminsTable | undefined> {
  return db
    .selectFrom('signOnIdentities')
    .innerJoin('admins', 'admins.id', 'signOnIdentities.adminId')
    .selectAll('admins')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** The account that an admin is linked to at this provider. Links to an earlier provider do not count. */
export async function findIdentity(
  db: Db,
  { adminId, issuer }: Pick<SignOnIdentitiesTable, 'adminId' | 'issuer'>,
): Promise<SignOnIdentitiesTable | undefined> {
  return db
    .selectFrom('signOnIdentities')
    .selectAll()
    .where('adminId', '=', adminId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
}

/** Links an admin to an account, and replaces one at an earlier provider. */
export async function saveIdentity(transaction: Transaction, identity: SignOnIdentitiesTable): Promise<void> {
  await transaction
    .insertInto('signOnIdentities')
    .values(identity)
    .onConflict((conflict) => conflict.column('adminId').doUpdateSet(identity))
    .execute()
}

/**
 * Removes the link to an account if it was created since a time. The admin is then matched by email address again.
 * @returns false if there was no such link
 */
export async function deleteIdentity(db: Db, adminId: string, sinceMs = 0): Promise<boolean> {
  const deleted = await db
    .deleteFrom('signOnIdentities')
    .where('adminId', '=', adminId)
    .where('createdAtMs', '>=', sinceMs)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
