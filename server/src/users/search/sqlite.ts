import type { ReadOnlySqlite, SqliteValue } from '../../database/sqlite-reader.ts'
import { snakeCase } from '../../database/snake-case.ts'
import type { EndUsersTable } from '../../database/tables/users.ts'
import { userColumns } from '../columns.ts'
import { userOrders } from '../../database/migrations/013-user-orders-sqlite.ts'
import type { FoundUsers, PageOfUsers, UserOrder, UserSearch } from './parse-search.ts'

/** A user's number in the search tables: a label that follows the order of the list, then a counter. */
const counterMask = (1n << 28n) - 1n
const bucketBits = 53n
/** Up to this many hits are found, counted and sorted in one step. */
const fewHits = 500

/** A set of users, as queries for their numbers. */
type Source = {
  all: string
  /** The numbers between `$from` and `$to`. */
  between: string
  parameters: Record<string, SqliteValue>
}

type SortedBy = (typeof userOrders)[keyof typeof userOrders]

export type SqliteQuestion = { search: UserSearch | undefined; page: PageOfUsers; order: UserOrder }

const columns = userColumns.map((column) => `end_users.${snakeCase(column)} as ${column}`).join(', ')

/** Called by the reader's thread. Migrations 002 and 013 explain the tables. */
export function read(sqlite: ReadOnlySqlite, { search, page, order }: SqliteQuestion): FoundUsers {
  sqlite.exec('BEGIN')
  try {
    return search ? searchUsers(sqlite, search, page, order) : listUsers(sqlite, page, order)
  } finally {
    sqlite.exec('COMMIT')
  }
}

function listUsers(sqlite: ReadOnlySqlite, given: PageOfUsers, order: UserOrder): FoundUsers {
  const buckets = all<{ bucket: bigint; amount: bigint }>(
    sqlite,
    'select bucket, amount from user_counts order by bucket',
  )
  const total = buckets.reduce((sum, { amount }) => sum + Number(amount), 0)
  return readInOrder(given, order, total, (page, by) => {
    if (by) return readSorted(sqlite, { from: 'user_search', parameters: {} }, by, page, total)
    let skipped = 0
    for (const { bucket, amount } of buckets) {
      if (skipped + Number(amount) > page.offset) {
        const source = {
          all: 'select seq from user_search where seq >= $bucket',
          between: 'select seq from user_search where seq between max($from, $bucket) and $to',
          parameters: { $bucket: bucket << bucketBits },
        }
        return readPage(sqlite, source, page.offset - skipped, page.limit)
      }
      skipped += Number(amount)
    }
    return []
  })
}

function searchUsers(sqlite: ReadOnlySqlite, search: UserSearch, given: PageOfUsers, order: UserOrder): FoundUsers {
  const source = sourceOf(sqlite, search)
  const some = all<{ seq: bigint }>(sqlite, `${source.all} limit $some`, { ...source.parameters, $some: fewHits + 1 })
  if (some.length <= fewHits) {
    const parameters = { $numbers: `[${some.map(({ seq }) => seq).join(',')}]` }
    const from = `(${numbersGiven}) join user_search using (seq)`
    return readInOrder(given, order, some.length, (page, by) =>
      by
        ? readSorted(sqlite, { from, parameters }, by, page, some.length)
        : sortUsers(sqlite, numbersGiven, parameters, page.offset, page.limit),
    )
  }
  const [count] = all<{ total: bigint }>(sqlite, `select count(*) as total from (${source.all})`, source.parameters)
  const total = Number(count?.total)
  return readInOrder(given, order, total, (page, by) => {
    if (!by) return readPage(sqlite, source, page.offset, page.limit, total)
    const from = sortedHits(sqlite, source, by, page, total)
    return readSorted(sqlite, { from, parameters: source.parameters }, by, page, total)
  })
}

/** Either all hits are looked up and sorted, or the sorted users are walked up to the page: whichever is fewer. */
function sortedHits(sqlite: ReadOnlySqlite, hits: Source, by: SortedBy, { offset, limit }: PageOfUsers, total: number) {
  const [count] = all<{ users: bigint }>(sqlite, 'select sum(amount) as users from user_counts')
  const hitsUpToPage = Math.min(offset, total - offset - limit) + limit
  const walked = hitsUpToPage * (Number(count?.users) / total)
  return walked < total
    ? `user_search indexed by ${by.index} where seq in (${hits.all})`
    : `(${hits.all}) join user_search indexed by user_search_keys using (seq)`
}

/** Reads pages in ascending order only: a page of the descending order is the mirrored one, reversed. */
function readInOrder(
  { offset, limit }: PageOfUsers,
  { sort = 'lastName', order }: UserOrder,
  total: number,
  readAscending: (page: PageOfUsers, by: SortedBy | undefined) => EndUsersTable[],
): FoundUsers {
  const amount = Math.min(limit, total - offset)
  if (amount <= 0) return { total, users: [] }
  const by = sort === 'lastName' ? undefined : userOrders[sort]
  if (order === 'asc') return { total, users: readAscending({ offset, limit: amount }, by) }
  return { total, users: readAscending({ offset: total - offset - amount, limit: amount }, by).toReversed() }
}

/** A page of the numbers in `from` by a key of `user_search`; equal ones follow the number. */
function readSorted(
  sqlite: ReadOnlySqlite,
  { from, parameters }: { from: string; parameters: Record<string, SqliteValue> },
  { key }: SortedBy,
  { offset, limit }: PageOfUsers,
  total: number,
): EndUsersTable[] {
  const fromEnd = total - offset - limit
  const backwards = fromEnd < offset
  const direction = backwards ? 'desc' : 'asc'
  const page = all<{ seq: bigint }>(
    sqlite,
    `select seq from ${from} order by ${key} ${direction}, seq ${direction} limit $limit offset $offset`,
    { ...parameters, $limit: limit, $offset: backwards ? fromEnd : offset },
  ).map(({ seq }) => seq)
  const numbers = backwards ? page.toReversed() : page
  return all<EndUsersTable>(
    sqlite,
    `select ${columns} from json_each($numbers) as page join user_search on seq = page.value
     join end_users on end_users.id = user_id order by page.key`,
    { $numbers: `[${numbers.join(',')}]` },
  )
}

function sourceOf(sqlite: ReadOnlySqlite, search: UserSearch): Source {
  const names = search.matches === 'anywhere' ? anywhere(search.text) : wordStart(search.text)
  const byName = `select rowid as seq from ${names.table} where ${names.table} match $text ${names.and ?? ''}`
  const byId = 'select seq from user_search indexed by user_search_id where lower(user_id) between $idFrom and $idTo'
  const idRange = { $idFrom: search.idPrefix, $idTo: `${search.idPrefix}\u{10ffff}` }
  const range = 'between $from and $to'
  const ids = all(sqlite, `${byId} limit 1`, idRange)
  // Searches for an id are rare.
  if (ids.length === 0) {
    return { all: byName, between: `${byName} and rowid ${range}`, parameters: names.parameters }
  }
  return {
    all: `${byName} union ${byId}`,
    between: `${byName} and rowid ${range} union select seq from user_search where seq ${range} and lower(user_id) between $idFrom and $idTo`,
    parameters: { ...names.parameters, ...idRange },
  }
}

function anywhere(text: string) {
  const table = 'user_trigrams'
  // Member ids share their beginning, so searching by it takes long; few share their end.
  const end = /^.*\D(\d{3,})$/s.exec(text)?.[1]
  if (end === undefined) return { table, parameters: { $text: phrase(text) } }
  return {
    table,
    and: `and instr((select words from user_search where seq = ${table}.rowid), $whole) > 0`,
    parameters: { $text: phrase(end), $whole: text },
  }
}

function wordStart(text: string) {
  return { table: 'user_words', and: undefined, parameters: { $text: `${phrase(text)}*` } }
}

function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * The numbers locate the page. Users at its edges may share their label with users outside, so all users with a label of
 * the page are sorted.
 */
function readPage(
  sqlite: ReadOnlySqlite,
  { all: numbers, between, parameters }: Source,
  offset: number,
  limit: number,
  total = Infinity,
): EndUsersTable[] {
  const amount = Math.min(limit, total - offset)
  const fromEnd = total - offset - amount
  const backwards = fromEnd < offset
  const page = all<{ seq: bigint }>(
    sqlite,
    `select seq from (${numbers}) order by seq ${backwards ? 'desc' : 'asc'} limit $limit offset $offset`,
    { ...parameters, $limit: amount, $offset: backwards ? fromEnd : offset },
  )
  const first = page.at(backwards ? -1 : 0)?.seq
  const last = page.at(backwards ? 0 : -1)?.seq
  if (first === undefined || last === undefined) return []
  const range = { $from: first & ~counterMask, $to: last | counterMask }
  const [before] = all<{ amount: bigint }>(sqlite, `select count(*) as amount from (${between})`, {
    ...parameters,
    $from: range.$from,
    $to: first - 1n,
  })
  const skipped = Number(before?.amount ?? 0)
  return sortUsers(sqlite, between, { ...parameters, ...range }, skipped, amount)
}

const numbersGiven = 'select value as seq from json_each($numbers)'

/** A page of the users whose numbers a query returns. */
function sortUsers(
  sqlite: ReadOnlySqlite,
  numbers: string,
  parameters: Record<string, SqliteValue>,
  offset: number,
  limit: number,
): EndUsersTable[] {
  return all<EndUsersTable>(
    sqlite,
    `select ${columns}
     from (select user_id, sort_key from (${numbers}) join user_search using (seq)
           order by sort_key limit $limit offset $offset) as page
     join end_users on end_users.id = page.user_id
     order by page.sort_key`,
    { ...parameters, $limit: limit, $offset: offset },
  )
}

function all<Row>(sqlite: ReadOnlySqlite, sql: string, parameters: Record<string, SqliteValue> = {}): Row[] {
  const statement = sqlite.prepare(sql)
  statement.setReadBigInts(true)
  return statement.all(parameters) as Row[]
}
