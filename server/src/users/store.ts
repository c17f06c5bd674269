import type { Db, Transaction } from '../database/tables.ts'
import { type EndUsersTable, userColumns } from '../database/tables/users.ts'
import { notFound } from '../http/errors.ts'

/** @throws ApiError `not_found` */
export async function getUser(db: Db, id: string): Promise<EndUsersTable> {
  const user = await db.selectFrom('endUsers').select(userColumns).where('id', '=', id).executeTakeFirst()
  if (!user) throw notFound('There is no user with this id.')
  return user
}

/** Which of these users were erased. */
export async function findErased(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db.selectFrom('erasures').select('userId').where('userId', 'in', userIds).execute()
  return new Set(rows.map(({ userId }) => userId))
}

export async function upsertUsers(transaction: Transaction, users: readonly EndUsersTable[]): Promise<void> {
  await transaction
    .insertInto('endUsers')
    .values(users)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((given) =>
          Object.fromEntries(userColumns.map((column) => [column, given.ref(`excluded.${column}`)])),
        ),
    )
    .execute()
}
