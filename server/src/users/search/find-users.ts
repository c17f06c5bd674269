import type { Context } from '../../context.ts'
import type { FoundUsers, PageOfUsers, UserSearch } from './parse-search.ts'
import { findUsersInPostgres } from './postgres.ts'
import type { SqliteQuestion } from './sqlite.ts'

const sqliteSearch = new URL('./sqlite.ts', import.meta.url)

/** One page of the users list, narrowed by a search where there is one, and the number of users in that whole list. */
export function findUsers(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  search: UserSearch | undefined,
  page: PageOfUsers,
): Promise<FoundUsers> {
  if (!engine.readAside) return findUsersInPostgres(db, search, page)
  return engine.readAside<SqliteQuestion, FoundUsers>(sqliteSearch, { search, page })
}
