import { type RawBuilder, sql } from 'kysely'
import { snakeCase } from '../../database/snake-case.ts'
import type { Db } from '../../database/tables.ts'
import type { EndUsersTable } from '../../database/tables/users.ts'
import { userColumns } from '../columns.ts'
import { findPositionBefore } from './positions.ts'
import { type Block, countBlocks } from './postgres-blocks.ts'
import { type FoundUsers, ownOrder, type PageOfUsers, type UserOrder, type UserSearch } from './parse-search.ts'

/** Up to this many users are counted one by one. */
const nearAnEdge = 1_000

/** Migrations 002, 006, 013, 027, 031 and 032 explain the columns and tables. */
export async function findUsersInPostgres(
  db: Db,
  search: UserSearch | undefined,
  page: PageOfUsers,
  order: UserOrder = ownOrder,
): Promise<FoundUsers> {
  return search ? searchUsers(db, search, page, order) : listUsers(db, page, order)
}

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
  const { rows: ids } = await sql`select from end_users where ${byId} limit 1`.execute(db)
  const isByName = ids.length === 0
  const hits = hitsOf(search, labels[order.sort ?? 'lastName'], isByName ? undefined : byId)
  if (isByName && (order.sort ?? 'lastName') === 'lastName') return readFromBlocks(db, search, hits, page, order)
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
  hits: RawBuilder<unknown>,
  { offset, limit }: PageOfUsers,
  { order }: UserOrder,
): Promise<FoundUsers> {
  const blocks = await countBlocks(db, `${search.matches} ${search.text}`, hits, matchesByName(search))
  const total = blocks.reduce((sum, { amount }) => sum + amount, 0)
  const amount = Math.min(limit, total - offset)
  if (amount <= 0) return { total, users: [] }
  const start = order === 'asc' ? offset : total - offset - amount
  const { above, upTo, skipped } = rangeOf(blocks, start, start + amount)
  const { rows } = await sql<EndUsersTable>`
    select ${fields} from end_users
    where number = any (array(select number from (${hits}) as hits where label > ${above}::bigint and label <= ${upTo}::bigint))
    order by sort_key limit ${amount} offset ${start - skipped}`.execute(db)
  return { total, users: order === 'asc' ? rows : rows.toReversed() }
}

const lowestLabel = '-1'
/** Labels have sixty bits. */
const highestLabel = String(2n ** 60n)

/** The labels of the blocks that contain a range of hits, and the number of hits before them. */
function rangeOf(blocks: readonly Block[], start: number, end: number) {
  let [above, upTo, skipped, before] = [lowestLabel, highestLabel, 0, 0]
  for (const [index, { last, amount }] of blocks.entries()) {
    const isLast = index === blocks.length - 1
    if (before + amount <= start && !isLast) [above, skipped] = [last, before + amount]
    before += amount
    if (before < end || isLast) continue
    upTo = last
    break
  }
  return { above, upTo, skipped }
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
  const byName = sql`select ${label}, number from user_search where ${matchesByName(search)}`
  if (!byId) return byName
  return sql`${byName} union
    select ${label}, number from user_search where number in (select number from end_users where ${byId})`
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
