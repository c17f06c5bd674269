import { compileOnce } from '../database/compile-once.ts'
import type { Db, Transaction } from '../database/tables.ts'
import { type EndUsersTable, userColumns } from '../database/tables/users.ts'
import { notFound } from '../http/errors.ts'
import type { Problem } from '../ndjson/line-kind.ts'
import { findOlder, isNewer, isNotOlder } from '../ndjson/revision.ts'

const findUser = compileOnce((db, { id }: { id: string }) =>
  db.selectFrom('endUsers').select(userColumns).where('id', '=', id),
)

/** @throws ApiError `not_found` */
export async function getUser(db: Db, id: string): Promise<EndUsersTable> {
  const [user] = await findUser(db, { id })
  if (!user) throw notFound('There is no user with this id.')
  return user
}

export async function hasUser(db: Db, id: string): Promise<boolean> {
  const user = await db.selectFrom('endUsers').select('id').where('id', '=', id).executeTakeFirst()
  return user !== undefined
}

const findHold = compileOnce((db, { id }: { id: string }) =>
  db.selectFrom('userHolds').select('userId').where('userId', '=', id),
)

export async function isOnHold(db: Db, id: string): Promise<boolean> {
  return (await findHold(db, { id })).length > 0
}

/** Which of these users were erased. */
export async function findErased(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db.selectFrom('erasures').select('userId').where('userId', 'in', userIds).execute()
  return new Set(rows.map(({ userId }) => userId))
}

/**
 * Adds users, or updates those whose id exists unless the revision that is stored is newer.
 * @returns the ids of those that were not the same already
 */
export async function upsertUsers(transaction: Transaction, users: readonly EndUsersTable[]): Promise<string[]> {
  const rows = await transaction
    .insertInto('endUsers')
    .values(users)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((given) => ({
          ...Object.fromEntries(userColumns.map((column) => [column, given.ref(`excluded.${column}`)])),
          revision: given.fn.coalesce('excluded.revision', 'endUsers.revision'),
        }))
        .where((where) =>
          where.and([
            isNotOlder('end_users'),
            where.or([
              ...userColumns.map((column) => where(`endUsers.${column}`, '<>', where.ref(`excluded.${column}`))),
              isNewer('end_users'),
            ]),
          ]),
        ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The users that are stored with a newer revision than the given one, by id. */
export async function findNewerUsers(db: Db, users: readonly EndUsersTable[]): Promise<Map<string, Problem>> {
  const counted = users.filter(({ revision }) => revision != null)
  if (counted.length === 0) return new Map()
  const ids = counted.map(({ id }) => id)
  const stored = await db.selectFrom('endUsers').select(['id', 'revision']).where('id', 'in', ids).execute()
  return findOlder(counted, new Map(stored.map((row) => [row.id, row])))
}
