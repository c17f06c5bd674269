import { type RawBuilder, sql } from 'kysely'
import { markWords } from '../../database/tables/marked-words.ts'
import { snakeCase } from '../../database/tables/snake-case.ts'
import type { Db } from '../../database/tables.ts'
import { type EndUsersTable, userColumns } from '../../database/tables/users.ts'
import { findPositionBefore } from './positions.ts'
import { type Block, countBlocks, isBetween } from './postgres-blocks.ts'
import { type FoundUsers, ownOrder, type PageOfUsers, type UserOrder, type UserSearch } from './parse-search.ts'

/** Up to this many users are counted one by one. */
const nearAnEdge = 1_000
/** A group for each name of more hits than this takes long, and memory. */
const broadHits = 200_000

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

/** Labels as text: they have more bits than a JavaScript number. */
type PlaceOfPage = { total: number; first: string | null; last: string | null; skipped: number | null }

async function searchUsers(db: Db, search: UserSearch, page: PageOfUsers, order: UserOrder): Promise<FoundUsers> {
  const byId = sql`id_key >= ${search.idPrefix} and id_key <= ${`${search.idPrefix}\u{10ffff}`}`
  // Searches for an id are rare.
  const { rows } = await sql<{ isById: boolean; isLarge: boolean }>`
    select ${setUp}, exists (select from end_users where ${byId}) as is_by_id,
      (select reltuples > ${broadHits} from pg_class where oid = 'user_search'::regclass) as is_large`.execute(db)
  const { isById, isLarge } = rows[0] ?? {}
  if (!isById && (order.sort ?? 'lastName') === 'lastName') {
    return readFromBlocks(db, search, isLarge ? broadHits : undefined, page, order)
  }
  const hits = hitsOf(search, labels[order.sort ?? 'lastName'], isById ? byId : undefined)
  const { total, first, last, skipped } = await findPage(db, hits, page, order)
  if (first === null || last === null || skipped === null) return { total, users: [] }
  // An array instead of a join, for which PostgreSQL may scan all users in order, looking for hits.
  const { rows: users } = await sql<EndUsersTable>`
    select ${fields} from end_users
    where number = any (array(select number from (${hits}) as hits where label between ${first}::bigint and ${last}::bigint))
    order by ${orderBy(order)} limit ${page.limit} offset ${page.offset - skipped}`.execute(db)
  return { total, users }
}

/** A page in the list's own order. Only the users of the blocks that it touches are sorted. */
async function readFromBlocks(
  db: Db,
  search: UserSearch,
  broad: number | undefined,
  { offset, limit }: PageOfUsers,
  { order }: UserOrder,
): Promise<FoundUsers> {
  const matches = (words: RawBuilder<unknown>) => matchesByName(search, words)
  const blocks = await countBlocks(db, `${search.matches} ${search.text}`, matches, broad)
  const total = blocks.reduce((sum, { amount }) => sum + amount, 0)
  const amount = Math.min(limit, total - offset)
  const start = order === 'asc' ? offset : total - offset - amount
  const { first, last, skipped } = rangeOf(blocks, start, start + amount)
  if (amount <= 0 || !first || !last) return { total, users: [] }
  const { rows } = await sql<EndUsersTable>`
    select ${fields} from end_users
    where number = any (array(
      select number from user_search where ${matches(sql`words`)} and ${isBetween(first.first, last.last)}))
    order by sort_key limit ${amount} offset ${start - skipped}`.execute(db)
  return { total, users: order === 'asc' ? rows : rows.toReversed() }
}

/** The first and the last block that contain a range of hits, and the number of hits before them. */
function rangeOf(blocks: readonly Block[], start: number, end: number) {
  let [before, skipped] = [0, 0]
  const touched: Block[] = []
  for (const block of blocks) {
    if (before < end && before + block.amount > start) touched.push(block)
    before += block.amount
    if (touched.length === 0) skipped = before
  }
  return { first: touched.at(0), last: touched.at(-1), skipped }
}

/** The labels of a page, and the number of hits before them. */
async function findPage(
  db: Db,
  hits: RawBuilder<unknown>,
  page: PageOfUsers,
  { order }: UserOrder,
): Promise<PlaceOfPage> {
  const isOnPage = sql`starts_at < ${page.offset + page.limit} and ends_at > ${page.offset}`
  const { rows } = await sql<PlaceOfPage>`
    with counts as (select label, count(*) as amount from (${hits}) as hits group by label),
      sums as (select label, amount, sum(amount) over (order by label ${directions[order]}) as ends_at from counts),
      places as (select label, ends_at - amount as starts_at, ends_at from sums)
    select coalesce(max(ends_at), 0)::bigint as total, (min(label) filter (where ${isOnPage}))::text as first,
      (max(label) filter (where ${isOnPage}))::text as last, (min(starts_at) filter (where ${isOnPage}))::bigint as skipped
    from places`.execute(db)
  return rows[0] ?? { total: 0, first: null, last: null, skipped: null }
}

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
