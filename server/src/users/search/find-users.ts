import type { Context } from '../../context.ts'
import {
  firstNameFirst,
  type FoundUsers,
  ownOrder,
  type PageOfUsers,
  parseUserSearch,
  type UserOrder,
  type UserSearch,
} from './parse-search.ts'
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

/** The same for a typed text; where it finds no one, for its names in another order. */
export async function findUsersByText(
  context: Pick<Context, 'db' | 'engine'>,
  typed: string,
  page: PageOfUsers,
  order: UserOrder,
): Promise<FoundUsers> {
  const asTyped = await findUsers(context, parseUserSearch(typed), page, order)
  if (asTyped.total > 0) return asTyped
  for (const other of firstNameFirst(typed)) {
    const search = parseUserSearch(other)
    const found = search && (await findUsers(context, search, page, order))
    if (found && found.total > 0) return found
  }
  return asTyped
}
