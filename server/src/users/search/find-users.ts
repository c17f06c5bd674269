import type { Context } from '../../context.ts'
import { type FoundUsers, ownOrder, type PageOfUsers, type UserOrder, type UserSearch } from './parse-search.ts'
import { findUsersInPostgres } from './postgres.ts'
import type { SqliteQuestion } from './sqlite.ts'

const sqliteSearch = new URL('./sqlite.ts', import.meta.url)

/** One page of the users list, optionally filtered by a search, and the total number of users in that list. */
export function findUsers(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  search: UserSearch | undefined,
  page: PageOfUsers,
  order: UserOrder = ownOrder,
): Promise<FoundUsers> {
  const question: SqliteQuestion = { search, page, order }
  return engine.readLong(sqliteSearch, question, () => findUsersInPostgres(db, search, page, order))
}
