import { type Kysely, type RawBuilder, sql } from 'kysely'
import { snakeCase } from '../../database/snake-case.ts'
import type { Tables } from '../../database/tables.ts'
import type { EndUsersTable } from '../../database/tables/users.ts'
import { userColumns } from '../columns.ts'
import type { FoundUsers, PageOfUsers, UserSearch } from './parse-search.ts'

/** Migrations 002 and 006 explain the columns and tables. */
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

type PlaceOfPage = { total: number; first: number | null; last: number | null; skipped: number | null }

async function searchUsers(db: Kysely<Tables>, search: UserSearch, page: PageOfUsers): Promise<FoundUsers> {
  const hits = await hitsOf(db, search)
  const { total, first, last, skipped } = await findPage(db, hits, page)
  if (first === null || last === null || skipped === null) return { total, users: [] }
  // An array, not a join: for a join PostgreSQL may scan all users in order, looking for hits.
  const { rows: users } = await sql<EndUsersTable>`
    select ${fields} from end_users
    where number = any (array(select number from (${hits}) as hits where label between ${first} and ${last}))
    order by sort_key limit ${page.limit} offset ${page.offset - skipped}`.execute(db)
  return { total, users }
}

/** The labels of a page, and the number of hits before them. */
async function findPage(db: Kysely<Tables>, hits: RawBuilder<unknown>, page: PageOfUsers): Promise<PlaceOfPage> {
  const isOnPage = sql`starts_at < ${page.offset + page.limit} and ends_at > ${page.offset}`
  const { rows } = await sql<PlaceOfPage>`
    with counts as (select label, count(*) as amount from (${hits}) as hits group by label),
      sums as (select label, amount, sum(amount) over (order by label) as ends_at from counts),
      places as (select label, ends_at - amount as starts_at, ends_at from sums)
    select coalesce(max(ends_at), 0)::bigint as total, min(label) filter (where ${isOnPage}) as first,
      max(label) filter (where ${isOnPage}) as last, (min(starts_at) filter (where ${isOnPage}))::bigint as skipped
    from places`.execute(db)
  return rows[0] ?? { total: 0, first: null, last: null, skipped: null }
}

const fields = sql.join(userColumns.map((column) => sql.ref(snakeCase(column))))

/** A query for the labels and numbers of the hits. */
async function hitsOf(db: Kysely<Tables>, search: UserSearch): Promise<RawBuilder<unknown>> {
  const byName = sql`select label, number from user_search where ${matchesByName(search)}`
  const byId = sql`id_key >= ${search.idPrefix} and id_key <= ${`${search.idPrefix}\u{10ffff}`}`
  // Searches for an id are rare.
  const { rows } = await sql`select from end_users where ${byId} limit 1`.execute(db)
  if (rows.length === 0) return byName
  return sql`${byName} union
    select label, number from user_search where number in (select number from end_users where ${byId})`
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
