import { type RawBuilder, sql } from 'kysely'
import { markWords } from '../../database/tables/marked-words.ts'
import { snakeCase } from '../../database/tables/snake-case.ts'
import type { Db } from '../../database/tables.ts'
import { type EndUsersTable, userColumns } from '../../database/tables/users.ts'
import { findPositionBefore } from './positions.ts'
import { type FoundUsers, ownOrder, type PageOfUsers, type UserOrder, type UserSearch } from './parse-search.ts'

/** Up to this many users are counted one by one. */
const nearAnEdge = 1_000
/** More hits than this with the labels of a page are told apart by more of their labels, instead of being sorted. */
const mostSorted = 200
/** Without these bits a label has the first five of its eight bytes. */
const lastBits = 24

/** `postgresUserSearch` explains the columns and tables. */
export async function findUsersInPostgres(
  db: Db,
  search: UserSearch | undefined,
  page: PageOfUsers,
  order: UserOrder = ownOrder,
): Promise<FoundUsers> {
  if (!search) return listUsers(db, page, order)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => searchUsers(transaction, search, page, order))
}

/**
 * Compiling these statements takes longer than running them. With less memory PostgreSQL remembers blocks of the table instead of
 * hits, and reads all rows in them. The table is in memory where it is in use, so that a hit costs little more than an entry of
 * an index; by the default costs PostgreSQL reads a million entries to save it ten thousand hits.
 */
const setUp = sql`set_config('jit', 'off', true), set_config('random_page_cost', '0.2', true),
  set_config('seq_page_cost', '0.2', true),
  set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')), ${sql.lit(16 * 1024 * 1024)}) / 1024 || 'kB', true)`

async function listUsers(db: Db, { offset, limit }: PageOfUsers, order: UserOrder): Promise<FoundUsers> {
  const { rows: counts } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::bigint as total from user_count_changes`.execute(db)
  const total = counts[0]?.total ?? 0
  if (offset >= total) return { total, users: [] }
  const amount = Math.min(limit, total - offset)
  const fromEnd = total - offset - amount
  const page =
    (await pageFromPosition(db, { offset, fromEnd, amount }, order)) ?? pageFromEdge({ offset, fromEnd, amount }, order)
  const { rows: users } = await sql<EndUsersTable>`
    select ${fields} from end_users join (${page}) as page using (sort_key) order by ${orderBy(order)}`.execute(db)
  return { total, users }
}

/** The number of users before a page of the list, on it and after it. */
type PlaceOfList = { offset: number; fromEnd: number; amount: number }

/** The sort keys of a page, counted from the nearer end of the list. */
function pageFromEdge({ offset, fromEnd, amount }: PlaceOfList, order: UserOrder): RawBuilder<unknown> {
  const backwards = fromEnd < offset
  return sql`select sort_key from end_users
    order by ${orderBy(order, backwards)} limit ${amount} offset ${backwards ? fromEnd : offset}`
}

/** The same for a page far from both ends, in the list's own order. */
async function pageFromPosition(
  db: Db,
  { offset, fromEnd, amount }: PlaceOfList,
  { sort = 'lastName', order }: UserOrder,
): Promise<RawBuilder<unknown> | undefined> {
  if (sort !== 'lastName' || Math.min(offset, fromEnd) < nearAnEdge) return undefined
  const first = order === 'asc' ? offset : fromEnd
  const known = await findPositionBefore(db, first)
  return (
    known &&
    sql`select sort_key from end_users where sort_key >= ${known.sortKey}
      order by sort_key limit ${amount} offset ${first - known.position}`
  )
}

async function searchUsers(db: Db, search: UserSearch, page: PageOfUsers, order: UserOrder): Promise<FoundUsers> {
  const byId = sql`id_key >= ${search.idPrefix} and id_key <= ${`${search.idPrefix}\u{10ffff}`}`
  // Searches for an id are rare.
  const { rows } = await sql<{ isById: boolean }>`
    select ${setUp}, exists (select from end_users where ${byId}) as is_by_id`.execute(db)
  const sort = order.sort ?? 'lastName'
  const hits = hitsOf(search, labels[sort], rows[0]?.isById ? byId : undefined)
  // The other orders have few labels, and no index of them by which to look closer.
  const isInTwoSteps = sort === 'lastName'
  const { total, ...found } = await locatePage(db, hits, isInTwoSteps ? lastBits : 0, page, order)
  if (found.first === null) return { total, users: [] }
  let [hitsAround, start] = [within(hits, found), page.offset - found.before]
  if (isInTwoSteps && found.amount > mostSorted) {
    const closer = await locatePage(db, hitsAround, 0, { offset: start, limit: page.limit }, order)
    ;[hitsAround, start] = [within(hits, closer), start - closer.before]
  }
  // An array instead of a join, for which PostgreSQL may scan all users in order, looking for hits.
  const { rows: users } = await sql<EndUsersTable>`
    select ${fields} from end_users where number = any (array(select number from (${hitsAround}) as hits))
    order by ${orderBy(order)} limit ${page.limit} offset ${start}`.execute(db)
  return { total, users }
}

/** Where a page lies among hits. Labels are text: they have more bits than a JavaScript number. */
type PlaceOfPage = {
  total: number
  /** The lowest and the highest label of the page; null where the page is empty. */
  first: string | null
  last: string | null
  /** How many hits have labels before these. */
  before: number
  /** How many hits have these labels. */
  amount: number
}

/** @param withoutBits how many of the last bits of labels are not looked at: fewer groups are counted faster */
async function locatePage(
  db: Db,
  hits: RawBuilder<unknown>,
  withoutBits: number,
  { offset, limit }: PageOfUsers,
  { order }: UserOrder,
): Promise<PlaceOfPage> {
  const bits = sql.lit(withoutBits)
  const isOnPage = sql`starts_at < ${offset + limit} and ends_at > ${offset}`
  const { rows } = await sql<PlaceOfPage>`
    with counts as (select label >> ${bits} as begin, count(*) as amount from (${hits}) as hits group by 1),
      sums as (select begin, amount, sum(amount) over (order by begin ${directions[order]}) as ends_at from counts),
      places as (select begin, amount, ends_at - amount as starts_at, ends_at from sums)
    select coalesce(max(ends_at), 0)::bigint as total,
      (min(begin) filter (where ${isOnPage}) << ${bits})::text as first,
      ((max(begin) filter (where ${isOnPage}) + 1 << ${bits}) - 1)::text as last,
      coalesce(min(starts_at) filter (where ${isOnPage}), 0)::bigint as before,
      coalesce(sum(amount) filter (where ${isOnPage}), 0)::bigint as amount
    from places`.execute(db)
  return rows[0] ?? { total: 0, first: null, last: null, before: 0, amount: 0 }
}

const within = (hits: RawBuilder<unknown>, { first, last }: Pick<PlaceOfPage, 'first' | 'last'>) =>
  sql`select label, number from (${hits}) as hits where label between ${first}::bigint and ${last}::bigint`

const fields = sql.join(userColumns.map((column) => sql.ref(snakeCase(column))))

const directions = { asc: sql`asc`, desc: sql`desc` }

const keys = {
  lastName: [],
  firstName: [sql`first_name_key`],
  memberId: [sql`member_id_key`],
  dateOfBirth: [sql`birth_key`],
}

/** Users with equal keys have the list's own order. The descending order is the exact reverse. */
function orderBy({ sort = 'lastName', order }: UserOrder, backwards = false): RawBuilder<unknown> {
  const direction = directions[(order === 'desc') === backwards ? 'asc' : 'desc']
  return sql.join([...keys[sort], sql`sort_key`].map((key) => sql`${key} ${direction}`))
}

const labels = {
  lastName: sql`label`,
  firstName: sql`first_name_label as label`,
  memberId: sql`member_id_label as label`,
  dateOfBirth: sql`birth_label as label`,
}

/**
 * A query for the labels and numbers of the hits.
 * @param byId also finds users, if there are any with such an id
 */
function hitsOf(
  search: UserSearch,
  label: RawBuilder<unknown>,
  byId: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const byName = sql`select ${label}, number from user_search where ${matchesByName(search, sql`words`)}`
  if (!byId) return byName
  return sql`${byName} union
    select ${label}, number from user_search where number in (select number from end_users where ${byId})`
}

/** @param words marked, as in `user_search` */
function matchesByName({ text, matches: where }: UserSearch, words: RawBuilder<unknown>): RawBuilder<boolean> {
  const like = (before: string) => sql<boolean>`${words} like ${`%${markWords(before)}${escapeLike(markWords(text))}%`}`
  if (where === 'anywhere') return like('')
  if (text === '') return sql<boolean>`false`
  return sql<boolean>`(${like(' ')} or ${like('-')})`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
