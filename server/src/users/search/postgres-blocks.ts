import { type DialectAdapter, type RawBuilder, sql } from 'kysely'
import { markedWords } from '../../database/tables/marked-words.ts'
import { label, secondLabel } from '../../database/tables/user-search-postgres.ts'
import type { Db } from '../../database/tables.ts'
import { rememberSearches } from './known-searches.ts'

/** Fewer hits are counted each time, which is fast. */
const manyHits = 500
/** The number of hits in a block, and the maximum number of blocks. */
const blockHits = 50
const mostBlocks = 2_000
/** With more changes than this since the places were counted, hits are counted again. */
const mostChanges = 5_000

/** The number of hits from the first labels to the last ones. No hit has labels between two blocks. */
export type Block = { first: Labels; last: Labels; amount: number }

/** Both labels of a user as text of equal length, which has their order. They have more bits than a JavaScript number. */
type Labels = string
const labelLength = 19
const labelsOf = (first: string, second: string) =>
  sql.raw([first, second].map((each) => `to_char(${each}, '${'FM'.padEnd(labelLength + 2, '0')}')`).join(' || '))

/**
 * Whether a user in `user_search` has labels from the first to the last ones. Worded so that PostgreSQL estimates well how many
 * have: of a comparison of pairs it would expect far too few.
 */
export function isBetween(first: Labels, last: Labels): RawBuilder<boolean> {
  const numberOf = (labels: Labels, from: number) => sql`${labels.slice(from, from + labelLength)}::bigint`
  const [from, to] = [numberOf(first, 0), numberOf(last, 0)]
  const [secondFrom, secondTo] = [numberOf(first, labelLength), numberOf(last, labelLength)]
  if (first.slice(0, labelLength) === last.slice(0, labelLength)) {
    return sql<boolean>`label = ${from} and second_label between ${secondFrom} and ${secondTo}`
  }
  return sql<boolean>`label between ${from} and ${to}
    and not (label = ${from} and second_label < ${secondFrom} or label = ${to} and second_label > ${secondTo})`
}

type Change = [at: Labels, amount: number]
/** The first and the last group of each block: its labels, and the number of hits up to its end. */
type Edge = [block: number, first: Labels, last: Labels, upTo: number]

/** One snapshot, with the changes among the hits since the places were counted. */
type Seen = { countId: string | null; changes: number; changed: Change[] }

/** The blocks at the time when the places were counted. Later changes do not affect them. */
type Known = { countId: string; blocks: Block[] }

const knownSearches = rememberSearches<DialectAdapter, Known>()

/** `postgresUserSearch` explains the tables. */
const seen = (matches: RawBuilder<boolean>) => sql`
  (select count_id from user_positions where position = 0) as count_id,
  (select coalesce(sum(abs(amount)), 0)
    from (select amount from user_position_changes limit ${mostChanges + 1}) as noted) as changes,
  (select coalesce(json_agg(json_build_array(labels, amount) order by labels), '[]')
    from (select ${labelsOf(label, secondLabel)} as labels, amount
      from (select * from user_position_changes limit ${mostChanges + 1}) as noted where ${matches}) as labelled) as changed`

/**
 * The hits of a search by name in list order, in blocks. If the search was counted before, they are computed from the
 * remembered blocks and the changes since (decision 008).
 * @param matches whether marked words match
 * @param broadHits searches that are expected to have more are counted in larger groups; undefined if none can have
 */
export async function countBlocks(
  db: Db,
  key: string,
  matches: (words: RawBuilder<unknown>) => RawBuilder<boolean>,
  broadHits: number | undefined,
): Promise<Block[]> {
  const { adapter } = db.getExecutor()
  const now = seen(matches(sql.raw(markedWords('words'))))
  const known = knownSearches.find(adapter, key)
  if (known) {
    const { rows } = await sql<Seen>`select ${now}`.execute(db)
    const [found] = rows
    if (found?.countId === known.countId && found.changes <= mostChanges) return change(known.blocks, found.changed, 1)
  }
  const hits = sql`from user_search where ${matches(sql`words`)}`
  const isBroad = broadHits !== undefined && (await estimate(db, hits)) > broadHits
  const groups = isBroad ? broadGroups : narrowGroups
  const { rows } = await sql<Seen & { edges: Edge[] }>`
    with counts as (select ${groups.columns}, count(*)::int as amount ${hits} group by ${groups.by}),
      sums as (
        select *, sum(amount) over in_order as up_to, lag(amount, 1, 0) over in_order as preceding,
          sum(amount) over () as total
        from counts window in_order as (order by first_label, first_second)),
      sized as (select *, up_to - amount as before, greatest(${blockHits}, total / ${mostBlocks}) as size from sums),
      edges as (
        select before / size as block, ${labelsOf('first_label', 'first_second')} as first, ${labelsOf('last_label', 'last_second')} as last, up_to
        from sized where before = 0 or up_to = total or (before - preceding) / size <> up_to / size)
    select (select coalesce(json_agg(json_build_array(block, first, last, up_to) order by up_to), '[]') from edges) as edges,
      ${now}`.execute(db)
  const [counted] = rows
  const blocks = readBlocks(counted?.edges ?? [])
  const isMany = blocks.reduce((sum, { amount }) => sum + amount, 0) > manyHits
  if (counted?.countId && counted.changes <= mostChanges && isMany) {
    knownSearches.keep(adapter, key, { countId: counted.countId, blocks: change(blocks, counted.changed, -1) })
  }
  return blocks
}

/** Of users with the same nine letters. */
const broadGroups = {
  columns: sql`min(label) as first_label, 0::bigint as first_second, max(label) as last_label, 1::bigint << 60 as last_second`,
  by: sql`label >> 15`,
}
const narrowGroups = {
  columns: sql`label as first_label, second_label as first_second, label as last_label, second_label as last_second`,
  by: sql`label, second_label`,
}

/** The number of rows that PostgreSQL expects of a query. */
async function estimate(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<Record<string, string>>`explain select ${query}`.execute(db)
  const [plan = ''] = Object.values(rows[0] ?? {})
  return Number(/ rows=(\d+) /.exec(plan)?.[1])
}

function readBlocks(edges: readonly Edge[]): Block[] {
  const blocks: Block[] = []
  let [current, before] = [-1, 0]
  for (const [block, first, last, upTo] of edges) {
    if (block !== current) blocks.push({ first, last, amount: 0 })
    const latest = blocks.at(-1)
    if (latest) [latest.last, latest.amount] = [last, latest.amount + upTo - before]
    ;[current, before] = [block, upTo]
  }
  return blocks
}

/** Adds changes to the blocks, or subtracts them. Both are in the order of their labels. */
function change(blocks: readonly Block[], changes: readonly Change[], sign: 1 | -1): Block[] {
  const changed = blocks.map((block) => ({ ...block }))
  const [...following] = changed
  for (const [at, amount] of changes) {
    while (following.length > 1 && following[0] && following[0].last < at) following.shift()
    const [block] = following
    if (!block) break
    block.amount += sign * amount
    if (at < block.first) block.first = at
    if (at > block.last) block.last = at
  }
  return changed
}
