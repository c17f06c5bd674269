import type { ReadOnlySqlite, SqliteValue } from '../../database/sqlite-reader.ts'
import { snakeCase } from '../../database/tables/snake-case.ts'
import { type EndUsersTable, userColumns } from '../../database/tables/users.ts'
import { userOrders } from '../../database/tables/user-search-sqlite.ts'
import type { FoundUsers, PageOfUsers, UserOrder, UserSearch } from './parse-search.ts'
import { all, bucketRange, type Counted, countHits, countUsers, type Source } from './sqlite-hits.ts'

/** Up to this many hits are found, counted and sorted in one step. */
const fewHits = 500

type SortedBy = (typeof userOrders)[keyof typeof userOrders]

export type SqliteQuestion = { search: UserSearch | undefined; page: PageOfUsers; order: UserOrder }

const columns = userColumns.map((column) => `end_users.${snakeCase(column)} as ${column}`).join(', ')

/** Called by the reader's thread. `sqliteUserSearch` explains the tables. */
export function read(sqlite: ReadOnlySqlite, { search, page, order }: SqliteQuestion): FoundUsers {
  sqlite.exec('BEGIN')
  try {
    return search ? searchUsers(sqlite, search, page, order) : listUsers(sqlite, page, order)
  } finally {
    sqlite.exec('COMMIT')
  }
}

const allUsers: Source = {
  all: 'select seq from user_search',
  between: 'select seq from user_search where seq between $from and $to',
  parameters: {},
}

function listUsers(sqlite: ReadOnlySqlite, given: PageOfUsers, order: UserOrder): FoundUsers {
  const counted = countUsers(sqlite)
  return readInOrder(given, order, counted.total, (page, by) =>
    by
      ? readSorted(sqlite, { from: 'user_search', parameters: {} }, by, page, counted.total)
      : readPage(sqlite, allUsers, counted, page),
  )
}

function searchUsers(sqlite: ReadOnlySqlite, search: UserSearch, given: PageOfUsers, order: UserOrder): FoundUsers {
  const source = sourceOf(sqlite, search)
  return findFew(sqlite, source, given, order) ?? findMany(sqlite, source, given, order)
}

function findFew(sqlite: ReadOnlySqlite, source: Source, given: PageOfUsers, order: UserOrder): FoundUsers | undefined {
  const some = all<{ seq: bigint }>(sqlite, `${source.all} limit $some`, { ...source.parameters, $some: fewHits + 1 })
  if (some.length > fewHits) return undefined
  const parameters = { $numbers: `[${some.map(({ seq }) => seq).join(',')}]` }
  const from = `(${numbersGiven}) join user_search using (seq)`
  return readInOrder(given, order, some.length, (page, by) =>
    by
      ? readSorted(sqlite, { from, parameters }, by, page, some.length)
      : sortUsers(sqlite, numbersGiven, parameters, page.offset, page.limit),
  )
}

function findMany(sqlite: ReadOnlySqlite, source: Source, given: PageOfUsers, order: UserOrder): FoundUsers {
  const counted = countHits(sqlite, source)
  const { total } = counted
  return readInOrder(given, order, total, (page, by) => {
    if (!by) return readPage(sqlite, source, counted, page)
    const from = sortedHits(sqlite, source, by, page, total)
    return readSorted(sqlite, { from, parameters: source.parameters }, by, page, total)
  })
}

/** Either looks up and sorts all hits, or walks the sorted users up to the page, whichever reads fewer rows. */
function sortedHits(sqlite: ReadOnlySqlite, hits: Source, by: SortedBy, { offset, limit }: PageOfUsers, total: number) {
  const [count] = all<{ users: bigint }>(sqlite, 'select sum(amount) as users from user_counts')
  const hitsUpToPage = Math.min(offset, total - offset - limit) + limit
  const walked = hitsUpToPage * (Number(count?.users) / total)
  return walked < total
    ? `user_search indexed by ${by.index} where seq in (${hits.all})`
    : `(${hits.all}) join user_search indexed by user_search_keys using (seq)`
}

/** Reads pages in ascending order only. A page of the descending order is the mirrored page, reversed. */
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
  // Member ids often have the same beginning, so searching by it is slow. Few have the same end.
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
 * The numbers locate the page. Users at its edges may be in a cluster with users outside the page. Within a cluster the
 * order of the numbers is not that of the list, so all users of these clusters are sorted.
 */
function readPage(
  sqlite: ReadOnlySqlite,
  { between, parameters }: Source,
  counted: Counted,
  page: PageOfUsers,
): EndUsersTable[] {
  const numbers = numbersOfPage(sqlite, { between, parameters }, counted, page)
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { $from: clusterOf(sqlite, first)?.first ?? first, $to: clusterOf(sqlite, last)?.last ?? last }
  const [before] = all<{ amount: bigint }>(sqlite, `select count(*) as amount from (${between})`, {
    ...parameters,
    $from: range.$from,
    $to: first - 1n,
  })
  return sortUsers(sqlite, between, { ...parameters, ...range }, Number(before?.amount), page.limit)
}

/** Counted from the nearer end of the bucket in which the page begins. */
function numbersOfPage(
  sqlite: ReadOnlySqlite,
  { between, parameters }: Omit<Source, 'all'>,
  { buckets }: Counted,
  { offset, limit }: PageOfUsers,
): bigint[] {
  const read = (from: bigint, to: bigint, direction: 'asc' | 'desc', amount: number, skipped: number) =>
    all<{ seq: bigint }>(sqlite, `select seq from (${between}) order by seq ${direction} limit $limit offset $offset`, {
      ...parameters,
      $from: from,
      $to: to,
      $limit: amount,
      $offset: skipped,
    }).map(({ seq }) => seq)
  let before = 0
  for (const { bucket, amount } of buckets) {
    const start = offset - before
    before += amount
    if (start >= amount) continue
    const { $from, $to } = bucketRange(bucket)
    if (start < amount / 2) return read($from, highestNumber, 'asc', limit, start)
    const inside = Math.min(limit, amount - start)
    const numbers = read($from, $to, 'desc', inside, amount - start - inside).toReversed()
    return inside === limit ? numbers : [...numbers, ...read($to + 1n, highestNumber, 'asc', limit - inside, 0)]
  }
  return []
}

const highestNumber = (1n << 63n) - 1n

function clusterOf(sqlite: ReadOnlySqlite, number: bigint): { first: bigint; last: bigint } | undefined {
  const [cluster] = all<{ first: bigint; last: bigint }>(
    sqlite,
    'select first, last from user_clusters where first <= $number order by first desc limit 1',
    { $number: number },
  )
  return cluster && cluster.last >= number ? cluster : undefined
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
