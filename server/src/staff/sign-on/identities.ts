import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { AdminsTable, SignOnIdentitiesTable } from '../../database/tables/staff.ts'

type Account = Pick<SignOnIdentitiesTable, 'issuer' | 'subject'>

/** Whose account at the provider it is. */
export async function findAdminOf(db: Kysely<Tables>, { issuer, subject }: Account): Promise<AdminsTable | undefined> {
  return db
    .selectFrom('signOnIdentities')
    .innerJoin('admins', 'admins.id', 'signOnIdentities.adminId')
    .selectAll('admins')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Who somebody is at this provider; what they were at a former one counts no more. */
export async function findIdentity(
  db: Kysely<Tables>,
  { adminId, issuer }: Pick<SignOnIdentitiesTable, 'adminId' | 'issuer'>,
): Promise<SignOnIdentitiesTable | undefined> {
  return db
    .selectFrom('signOnIdentities')
    .selectAll()
    .where('adminId', '=', adminId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
}

/** Ties an admin to an account, in place of the one at a former provider. */
export async function saveIdentity(transaction: Transaction<Tables>, identity: SignOnIdentitiesTable): Promise<void> {
  await transaction
    .insertInto('signOnIdentities')
    .values(identity)
    .onConflict((conflict) => conflict.column('adminId').doUpdateSet(identity))
    .execute()
}

/**
 * From now on the person is matched by e-mail again, if they were tied to their account since.
 * @returns false when they were not
 */
export async function deleteIdentity(db: Kysely<Tables>, adminId: string, sinceMs = 0): Promise<boolean> {
  const deleted = await db
    .deleteFrom('signOnIdentities')
    .where('adminId', '=', adminId)
    .where('createdAtMs', '>=', sinceMs)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
