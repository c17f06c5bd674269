import type { Kysely } from 'kysely'
import type { EndUsersTable, Tables } from '../database/tables.ts'
import { notFound } from '../http/errors.ts'
import { userColumns } from './columns.ts'

/** @throws ApiError `not_found` */
export async function getUser(db: Kysely<Tables>, id: string): Promise<EndUsersTable> {
  const user = await db.selectFrom('endUsers').select(userColumns).where('id', '=', id).executeTakeFirst()
  if (!user) throw notFound('There is no user with this id.')
  return user
}
