import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EndUsersTable, Tables } from './tables.ts'
import type { FoundUsers, PageOfUsers, UserSearch } from './user-search.ts'

/** Migration 002 explains the columns. */
export async function findUsersInPostgres(
  db: Kysely<Tables>,
  search: UserSearch | undefined,
  page: PageOfUsers,
): Promise<FoundUsers> {
  return search ? searchUsers(db, search, page) : listUsers(db, page)
}

async function listUsers(db: Kysely<Tables>, { offset, limit }: PageOfUsers): Promise<FoundUsers> {
  const { rows: counts } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::bigint as total from user_count_changes`.execute(db)
  const total = counts[0]?.total ?? 0
  if (offset >= total) return { total, users: [] }
  const amount = Math.min(limit, total - offset)
  const fromEnd = total - offset - amount
  const backwards = fromEnd < offset
  const { rows: users } = await sql<EndUsersTable>`
    select ${fields} from end_users
    join (
      select sort_key from end_users
      order by sort_key ${backwards ? sql`desc` : sql`asc`} limit ${amount} offset ${backwards ? fromEnd : offset}
    ) as page using (sort_key)
    order by sort_key`.execute(db)
  return { total, users }
}

/** Hits are read once, for their number and for the page; memory for sorting 200,000 of them keeps them off the disk. */
async function searchUsers(
  db: Kysely<Tables>,
  search: UserSearch,
  { offset, limit }: PageOfUsers,
): Promise<FoundUsers> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`.execute(transaction)
    const { rows } = await sql<EndUsersTable & { total: number; isUser: boolean }>`
      with hits as materialized (select sort_key from end_users where ${await matches(transaction, search)}),
        page as (select sort_key from hits order by sort_key limit ${limit} offset ${offset})
      select total, end_users.id is not null as is_user, ${fields}
      from (select count(*) as total from hits) as counted
      left join page on true
      left join end_users on end_users.sort_key = page.sort_key
      order by page.sort_key`.execute(transaction)
    const users = rows.filter((row) => row.isUser).map(({ total: _, isUser: __, ...user }) => user)
    return { total: rows[0]?.total ?? 0, users }
  })
}

const fields = sql`end_users.id, member_id, first_name, last_name, date_of_birth, email`

async function matches(db: Kysely<Tables>, search: UserSearch): Promise<RawBuilder<boolean>> {
  const byName = matchesByName(search)
  const byId = sql<boolean>`id_key >= ${search.idPrefix} and id_key <= ${`${search.idPrefix}\u{10ffff}`}`
  // Nearly no search is for an id, and without the alternative each name is compared once less.
  const { rows } = await sql`select from end_users where ${byId} limit 1`.execute(db)
  return rows.length === 0 ? byName : sql<boolean>`(${byName} or (${byId}))`
}

function matchesByName({ text, matches: where }: UserSearch): RawBuilder<boolean> {
  const pattern = escapeLike(text)
  if (where === 'anywhere') return sql<boolean>`words like ${`%${pattern}%`}`
  if (text === '') return sql<boolean>`false`
  return sql<boolean>`(words like ${`% ${pattern}%`} or words like ${`%-${pattern}%`})`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
