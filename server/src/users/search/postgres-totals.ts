import { type DialectAdapter, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { rememberSearches } from './known-searches.ts'
import type { UserSearch } from './parse-search.ts'

/** Fewer hits are counted anew: that is quick. */
const manyHits = 500
/** With more changes since the places were counted, hits are counted anew as well. */
const mostChanges = 5_000

/** How many hits there are, and what has been noted since the places were counted, all seen at one moment. */
export type CountedHits = Noted & { total: number }
type Noted = { countId: string | null; changes: number; change: number }

/** The total when the places were counted: it stays true of that count, whatever happens later. */
type Known = { countId: string; total: number }

const knownTotals = rememberSearches<DialectAdapter, Known>()
const keyOf = ({ text, matches }: UserSearch) => `${matches} ${text}`

/** The columns of `Noted`. Migrations 027 and 031 explain the tables. */
export const noted = (matches: RawBuilder<boolean>) => sql`
  (select count_id from user_positions where position = 0) as count_id,
  (select count(*) from (select from user_position_changes limit ${mostChanges + 1}) as noted) as changes,
  (select coalesce(sum(amount), 0)::bigint
    from (select amount, words from user_position_changes limit ${mostChanges + 1}) as noted where ${matches}) as change`

export function keepTotal(db: Kysely<Tables>, search: UserSearch, counted: CountedHits): void {
  const { countId, changes, change, total } = counted
  if (total <= manyHits || countId === null || changes > mostChanges) return
  knownTotals.keep(db.getExecutor().adapter, keyOf(search), { countId, total: total - change })
}

/** The exact number of hits of a search that has been counted before, and that of all users. */
export async function findKnownTotal(
  db: Kysely<Tables>,
  search: UserSearch,
  matches: RawBuilder<boolean>,
): Promise<{ total: number; users: number } | undefined> {
  const known = knownTotals.find(db.getExecutor().adapter, keyOf(search))
  if (!known) return undefined
  const { rows } = await sql<Noted & { users: number }>`
    select (select coalesce(sum(amount), 0)::bigint from user_count_changes) as users, ${noted(matches)}`.execute(db)
  const [now] = rows
  if (!now || now.countId !== known.countId || now.changes > mostChanges) return undefined
  return { total: known.total + now.change, users: now.users }
}
