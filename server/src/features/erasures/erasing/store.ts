import type { Context } from '../../../core/context.ts'
import type { Engine } from '../../../core/database/engine.ts'
import type { ErasuresTable, LegalHoldsTable } from '../../../core/database/tables/erasures.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { EndUsersTable } from '../../../core/database/tables/users.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { forgetUser } from '../../unusual-access/store.ts'
import { getUser, hasUser, toNewUser } from '../../users/store.ts'

type Erasure = Pick<ErasuresTable, 'userId' | 'erasedAtMs' | 'reason' | 'adminId'>

/**
 * Makes erasures, legal holds and imports of the same users run one after the other. Call it first in the transaction.
 */
export const serializeErasures = (engine: Engine, transaction: Transaction) => engine.serialize(transaction, 'erasures')

/** The user, or one without values if only reports have arrived. @throws ApiError `not_found` */
export async function getUserOrReports(db: Db, id: string): Promise<EndUsersTable> {
  if (!(await hasUser(db, id)) && (await hasReports(db, id))) return toNewUser({ id })
  return getUser(db, id)
}

/** Whether a user has reports, other than those that an erasure is deleting. */
export async function hasReports(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('reports')
    .select('id')
    .where('userId', '=', userId)
    .where('userId', 'not in', (erasures) =>
      erasures.selectFrom('erasures').select('userId').where('finishedAtMs', 'is', null),
    )
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Removes a user from every list, also one of whom only reports have arrived. The reports are deleted later in batches,
 * which continue after a stop of the server.
 * @throws ApiError `not_found`, or `conflict` while the user is on legal hold
 */
export async function eraseUser(transaction: Transaction, erasure: Erasure): Promise<void> {
  if (await findLegalHold(transaction, erasure.userId)) {
    throw conflict('This user is on legal hold. Remove the legal hold first.')
  }
  const { numDeletedRows } = await transaction
    .deleteFrom('endUsers')
    .where('id', '=', erasure.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n && !(await hasReports(transaction, erasure.userId)))
    throw notFound('There is no user with this ID.')
  await recordErasure(transaction, erasure)
}

/** Records that a user is erased, whether or not the user exists, and has the reports deleted. */
export async function recordErasure(transaction: Transaction, erasure: Erasure): Promise<void> {
  await forgetUser(transaction, erasure.userId)
  const begun = { ...erasure, reports: 0, finishedAtMs: null, waitsSinceMs: null }
  await transaction
    .insertInto('erasures')
    .values(begun)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(begun))
    .execute()
}

export const findErasure = (db: Db, userId: string) =>
  db.selectFrom('erasures').select('erasedAtMs').where('userId', '=', userId).executeTakeFirst()

/** All erasures, oldest first. */
export const listErasures = (db: Db) =>
  db.selectFrom('erasures').select(['userId', 'erasedAtMs']).orderBy('erasedAtMs').orderBy('userId').execute()

export const listUnfinishedErasures = (db: Db) =>
  db.selectFrom('erasures').select(['userId', 'erasedAtMs']).where('finishedAtMs', 'is', null).execute()

/** How many entries of the audit log refer to a user. */
export async function countEntries({ db, audit }: Pick<Context, 'db' | 'audit'>, userId: string): Promise<number> {
  await audit.catchUp()
  const { count } = await db
    .selectFrom('auditTerms')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('term', '=', `user:${userId}`)
    .executeTakeFirstOrThrow()
  return count
}

/** Includes the name of the admin who set it. */
export const findLegalHold = (db: Db, userId: string) =>
  db
    .selectFrom('legalHolds')
    .leftJoin('admins', 'admins.id', 'legalHolds.adminId')
    .select(['legalHolds.reason', 'legalHolds.createdAtMs', 'admins.fullName', 'admins.email'])
    .where('userId', '=', userId)
    .executeTakeFirst()

/** @throws ApiError `not_found` */
export async function insertLegalHold(transaction: Transaction, hold: LegalHoldsTable): Promise<void> {
  await getUserOrReports(transaction, hold.userId)
  await transaction
    .insertInto('legalHolds')
    .values(hold)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(hold))
    .execute()
}

/** @throws ApiError `not_found` */
export async function deleteLegalHold(transaction: Transaction, userId: string): Promise<void> {
  const { numDeletedRows } = await transaction.deleteFrom('legalHolds').where('userId', '=', userId).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('This user isn’t on legal hold.')
}
