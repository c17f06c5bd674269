import { ofEachField, type UserField, userFieldNames } from '@health-console/contract/users/users.ts'
import { compileOnce } from '../../core/database/compile-once.ts'
import type { Db, Transaction } from '../../core/database/tables.ts'
import { type EndUsersTable, userColumns } from '../../core/database/tables/users.ts'
import { notFound } from '../../http/errors.ts'
import type { Identifying, RowError } from '../ndjson/line-kind.ts'
import { findOlder, hasOtherRevision, isNotOlder } from '../ndjson/revision.ts'

const findUser = compileOnce((db, { id }: { id: string }) =>
  db.selectFrom('endUsers').select(userColumns).where('id', '=', id),
)

/** @throws ApiError `not_found` */
export async function getUser(db: Db, id: string): Promise<EndUsersTable> {
  const [user] = await findUser(db, { id })
  if (!user) throw notFound('There is no user with this ID.')
  return user
}

export async function hasUser(db: Db, id: string): Promise<boolean> {
  const user = await db.selectFrom('endUsers').select('id').where('id', '=', id).executeTakeFirst()
  return user !== undefined
}

const findLegalHold = compileOnce((db, { id }: { id: string }) =>
  db.selectFrom('legalHolds').select('userId').where('userId', '=', id),
)

export async function isOnLegalHold(db: Db, id: string): Promise<boolean> {
  return (await findLegalHold(db, { id })).length > 0
}

/** Which of these users were erased. */
export async function findErased(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db.selectFrom('erasures').select('userId').where('userId', 'in', userIds).execute()
  return new Set(rows.map(({ userId }) => userId))
}

/** The values of a user in a line. A field that is missing is not changed, and is empty for a new user. */
export type UserChange = Pick<EndUsersTable, 'id'> & {
  [Column in keyof EndUsersTable]?: EndUsersTable[Column] | undefined
}

/**
 * Adds users, or updates those whose id exists unless the stored revision is newer.
 * @param allowsOlder whether a newer revision may be replaced too
 * @returns the ids of the users that were added or changed
 */
export async function upsertUsers(
  transaction: Transaction,
  users: readonly UserChange[],
  allowsOlder = false,
): Promise<string[]> {
  const written: string[] = []
  // A statement updates the same fields of all its rows.
  for (const rows of Map.groupBy(users, (user) => fieldsOf(user).join()).values()) {
    const fields = rows[0] ? fieldsOf(rows[0]) : []
    written.push(...(await upsertFields(transaction, fields, rows, allowsOlder)))
  }
  return written
}

const fieldsOf = (user: UserChange): UserField[] => userFieldNames.filter((field) => user[field] !== undefined)

async function upsertFields(
  transaction: Transaction,
  fields: readonly UserField[],
  rows: readonly UserChange[],
  allowsOlder: boolean,
): Promise<string[]> {
  const written = await transaction
    .insertInto('endUsers')
    .values(rows.map(toNewUser))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((builder) => ({
          ...Object.fromEntries(fields.map((field) => [field, builder.ref(`excluded.${field}`)])),
          revision: builder.fn.coalesce('excluded.revision', 'endUsers.revision'),
        }))
        .where((where) =>
          where.and([
            ...(allowsOlder ? [] : [isNotOlder('end_users')]),
            where.or([
              ...fields.map((field) => where(`endUsers.${field}`, '<>', where.ref(`excluded.${field}`))),
              hasOtherRevision('end_users'),
            ]),
          ]),
        ),
    )
    .returning('id')
    .execute()
  return written.map(({ id }) => id)
}

/** An unknown field is empty. */
export const toNewUser = ({ id, revision = null, ...user }: UserChange): EndUsersTable => ({
  id,
  ...ofEachField((field) => user[field] ?? ''),
  revision,
})

/** The users that are stored with a newer revision than the new one, by id. */
export async function findNewerUsers(db: Db, users: readonly UserChange[]): Promise<Map<string, RowError>> {
  const counted = users.filter(({ revision }) => revision != null)
  if (counted.length === 0) return new Map()
  const ids = counted.map(({ id }) => id)
  const stored = await db.selectFrom('endUsers').select(['id', 'revision']).where('id', 'in', ids).execute()
  return findOlder(counted, new Map(stored.map((row) => [row.id, row])))
}

/** The fields that changes would empty, by the ids of their users. An older change does not, unless it is allowed. */
export async function findEmptied(
  db: Db,
  users: readonly UserChange[],
  allowsOlder = false,
): Promise<Map<string, string>> {
  const suspects = users.filter((user) => userFieldNames.some((field) => user[field] === ''))
  const changed = await findChanged(db, suspects, allowsOlder, (field, user) => user[field] === '')
  return new Map([...changed].map(([id, { field }]) => [id, field]))
}

/** The changes to users on legal hold, by the ids of the users. An older change is none, unless it is allowed. */
export async function findHeld(
  db: Db,
  users: readonly UserChange[],
  allowsOlder = false,
): Promise<Map<string, Identifying>> {
  if (users.length === 0) return new Map()
  const ids = users.map(({ id }) => id)
  const holds = await db.selectFrom('legalHolds').select('userId').where('userId', 'in', ids).execute()
  const held = new Set(holds.map(({ userId }) => userId))
  return findChanged(
    db,
    users.filter(({ id }) => held.has(id)),
    allowsOlder,
    (field, user) => user[field] !== undefined,
  )
}

/** The first field of each stored user that a change would change, among those that the filter accepts. */
async function findChanged(
  db: Db,
  users: readonly UserChange[],
  allowsOlder: boolean,
  isConsidered: (field: UserField, user: UserChange) => boolean,
): Promise<Map<string, Identifying>> {
  if (users.length === 0) return new Map()
  const ids = users.map(({ id }) => id)
  const rows = await db
    .selectFrom('endUsers')
    .select([...userColumns, 'revision'])
    .where('id', 'in', ids)
    .execute()
  const stored = new Map(rows.map((row) => [row.id, row]))
  const older = allowsOlder ? new Map() : findOlder(users, stored)
  return new Map(
    users.flatMap((user) => {
      const row = stored.get(user.id)
      const field = userFieldNames.find((each) => isConsidered(each, user) && row?.[each] !== user[each])
      return row && field && !older.has(user.id) ? [[user.id, { field, isEmptied: user[field] === '' }]] : []
    }),
  )
}
