import type { UserSortKey } from '@health-console/contract/users/users.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { isIndexed, type UserRows } from '../../../core/database/queries.ts'
import type { ReadingTask } from '../../../core/database/reading-task.ts'
import { fold } from '../../../core/database/tables/fold.ts'
import type { Db } from '../../../core/database/tables.ts'
import { isUpgradingSearch } from '../../../core/database/upgrade/search-upgrade.ts'
import { type EndUsersTable, userColumns } from '../../../core/database/tables/users.ts'
import type { Queue } from '../../../core/queue.ts'
import { searchedWords } from './searched-words.ts'

/** The offset of a page in the list, and its maximum size. */
export type PageOfUsers = { offset: number; limit: number }

/** Without `sort` the list is by last name, first name and id. Users without the value are last. */
export type UserOrder = { sort?: UserSortKey | undefined; order: 'asc' | 'desc' }

export type FoundUsers = { users: EndUsersTable[]; total: number }

type Question = {
  words: string[]
  /** The same words as 1.0.0 has folded stored text, some of which remains after an upgrade. */
  earlierWords?: string[] | undefined
  page: PageOfUsers
  order: UserOrder
}

/**
 * If more results than this and more than a sixteenth of all users are found, they are not sorted: the page is found by
 * walking along its order.
 */
const mostSorted = 1_000

/** One page of the users list, of all users or of those who match each typed word, and their number. */
export async function findUsers(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  typed: string,
  page: PageOfUsers,
  order: UserOrder,
  scan: { queue: Queue; owner: string; signal: AbortSignal },
): Promise<FoundUsers> {
  const words = searchedWords(typed)
  const question = { words, earlierWords: await findEarlierWords(db, typed, words), page, order }
  if (words.length === 0) return engine.readLong(db, listUsersTask, question)
  const isInIndex = words.some(isIndexed) && question.earlierWords === undefined
  const found = isInIndex && (await engine.readLong(db, searchUsersTask, question))
  if (found) return found
  const { queue, owner, signal } = scan
  return queue.run(() => engine.scan(db, scanUsersTask, question, signal), { owner, signal })
}

/** Undefined if nothing is stored in the earlier form, or it is the same for this search. */
async function findEarlierWords(db: Db, typed: string, words: string[]): Promise<string[] | undefined> {
  if (!(await isUpgradingSearch(db, 'users'))) return undefined
  const earlier = searchedWords(typed, fold)
  return earlier.join(' ') === words.join(' ') ? undefined : earlier
}

export const listUsersTask: ReadingTask<Question, FoundUsers> = {
  name: 'list-users',
  read: async (db, { page, order }, queries) => {
    if (page.offset === 0) return readFirstPage(db, queries.users, page.limit, order)
    const total = await countUsers(db)
    return { total, users: await readPage(db, queries.users, queries.users.table, total, page, order) }
  },
}

/** Finds users by trigrams; undefined if there are so many that a scan finds the page sooner. */
export const searchUsersTask: ReadingTask<Question, FoundUsers | undefined> = {
  name: 'search-users',
  read: async (db, { words, page, order }, queries) => {
    const { indexedHits, indexed, joinUsers } = queries.users
    const most = mostSorted + Math.floor((await countUsers(db)) / 16)
    if (indexed && (await hasMore(db, indexed(words), most))) return undefined
    const { rows } = await sql<EndUsersTable & { total: number }>`
      with hits as materialized (select ${columnsOfOrder(order)} from ${indexedHits(words)} limit ${sql.lit(most + 1)}),
        page as (select sort_key from hits order by ${orderBy(order)} limit ${page.limit} offset ${page.offset})
      select total, ${columns} from (select count(*) as total from hits) as counted
        left join page on true ${joinUsers}
      order by ${orderBy(order)}`.execute(db)
    const total = Number(rows[0]?.total)
    if (total > most) return undefined
    return { total, users: rows.filter(({ id }) => id !== null).map(withoutTotal) }
  },
}

export const scanUsersTask: ReadingTask<Question, FoundUsers> = {
  name: 'scan-users',
  read: async (db, { words, earlierWords, page, order }, queries) => {
    const hits = queries.users.scannedHits(words, earlierWords)
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${hits}`.execute(db)
    const total = Number(rows[0]?.total)
    return { total, users: await readPage(db, queries.users, hits, total, page, order) }
  },
}

async function hasMore(db: Db, rows: RawBuilder<unknown>, most: number): Promise<boolean> {
  const { rows: found } = await sql<{ amount: number }>`
    select count(*) as amount from (select 1 from ${rows} limit ${most + 1}) as some`.execute(db)
  return Number(found[0]?.amount) > most
}

const allUsers = sql`select coalesce(sum(amount), 0) as total from user_counts`

async function countUsers(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`${allUsers}`.execute(db)
  return Number(rows[0]?.total)
}

/** One statement, because this page is read most often, and PostgreSQL plans each statement longer than it runs it. */
async function readFirstPage(db: Db, users: UserRows, limit: number, order: UserOrder): Promise<FoundUsers> {
  const { rows } = await sql<EndUsersTable & { total: number }>`
    select ${columns}, (${allUsers}) as total from ${users.joined}
    order by ${orderBy(order)} limit ${limit}`.execute(db)
  return { total: Number(rows[0]?.total ?? 0), users: rows.map(withoutTotal) }
}

const withoutTotal = ({ total: _, ...user }: EndUsersTable & { total: number }): EndUsersTable => user

/** Reads an index from whichever end is nearer, and fetches only the users on the page. */
async function readPage(
  db: Db,
  users: UserRows,
  hits: RawBuilder<unknown>,
  total: number,
  { offset, limit }: PageOfUsers,
  order: UserOrder,
): Promise<EndUsersTable[]> {
  const amount = Math.min(limit, total - offset)
  if (amount <= 0) return []
  const fromEnd = total - offset - amount
  const isBackwards = fromEnd < offset
  const page = sql`(select sort_key from ${hits} order by ${orderBy(order, isBackwards)}
    limit ${amount} offset ${isBackwards ? fromEnd : offset}) as page`
  const { rows } = await sql<EndUsersTable>`
    select ${columns} from ${page} ${users.joinUsers} order by ${orderBy(order)}`.execute(db)
  return rows
}

const columns = sql.join(userColumns.map((column) => sql.ref(`endUsers.${column}`)))

const keyColumns = {
  lastName: [],
  firstName: ['first_name_key'],
  memberId: ['member_id_key'],
  dateOfBirth: ['birth_key'],
} as const satisfies Record<UserSortKey, string[]>

const keys = ({ sort = 'lastName' }: UserOrder) => [...keyColumns[sort], 'sort_key']

const columnsOfOrder = (order: UserOrder) => sql.join(keys(order).map((key) => sql.ref(key)))

function orderBy(order: UserOrder, isBackwards = false): RawBuilder<unknown> {
  const direction = (order.order === 'desc') === isBackwards ? sql`asc` : sql`desc`
  return sql.join(keys(order).map((key) => sql`${sql.ref(key)} ${direction}`))
}
