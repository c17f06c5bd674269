import { type DialectAdapter, type RawBuilder, sql } from 'kysely'
import { label } from '../../database/migrations/033-longer-labels.ts'
import type { Db } from '../../database/tables.ts'
import { rememberSearches } from './known-searches.ts'

/** Fewer hits are counted each time, which is fast. */
const manyHits = 500
/** The number of hits in a block, and the maximum number of blocks. */
const blockHits = 50
const mostBlocks = 2_000
/** With more changes than this since the places were counted, hits are counted again. */
const mostChanges = 5_000

/**
 * A block counts the hits with labels up to its last one and above the last one of the block before. The last block has
 * no end.
 */
export type Block = { last: string; amount: number }

type Change = [label: string, amount: number]
/** Labels have more bits than a JavaScript number: as text of equal length they have the same order. */
const asText = (label: RawBuilder<unknown>) => sql`to_char(${label}, 'FM0000000000000000000')`

/** One snapshot, with the changes among the hits since the places were counted. */
type Seen = { countId: string | null; changes: number; changed: Change[] }

/** The blocks at the time when the places were counted. Later changes do not affect them. */
type Known = { countId: string; blocks: Block[] }

const knownSearches = rememberSearches<DialectAdapter, Known>()

/** Migrations 027, 031 and 032 explain the tables. */
const seen = (matches: RawBuilder<boolean>) => sql`
  (select count_id from user_positions where position = 0) as count_id,
  (select coalesce(sum(abs(amount)), 0)
    from (select amount from user_position_changes limit ${mostChanges + 1}) as noted) as changes,
  (select coalesce(json_agg(json_build_array(${asText(sql`label`)}, amount) order by label), '[]')
    from (select ${sql.raw(label)} as label, * from user_position_changes limit ${mostChanges + 1}) as noted where ${matches}) as changed`

/**
 * The hits of a search by name in list order, in blocks. If the search was counted before, they are computed from the
 * remembered blocks and the changes since (decision 103).
 */
export async function countBlocks(
  db: Db,
  key: string,
  hits: RawBuilder<unknown>,
  matches: RawBuilder<boolean>,
): Promise<Block[]> {
  const { adapter } = db.getExecutor()
  const known = knownSearches.find(adapter, key)
  if (known) {
    const { rows } = await sql<Seen>`select ${seen(matches)}`.execute(db)
    const [now] = rows
    if (now?.countId === known.countId && now.changes <= mostChanges) return change(known.blocks, now.changed, 1)
  }
  const { rows } = await sql<Seen & { blocks: Change[] }>`
    with counts as (select label, count(*)::int as amount from (${hits}) as hits group by label),
      sums as (select label, amount, sum(amount) over (order by label) - amount as before,
        sum(amount) over () as total from counts),
      blocks as (select max(label) as last, sum(amount) as amount from sums
        group by before / greatest(${blockHits}, total / ${mostBlocks}))
    select (select coalesce(json_agg(json_build_array(${asText(sql`last`)}, amount) order by last), '[]') from blocks) as blocks,
      ${seen(matches)}`.execute(db)
  const [counted] = rows
  const blocks = (counted?.blocks ?? []).map(([last, amount]) => ({ last, amount }))
  const isMany = blocks.reduce((sum, { amount }) => sum + amount, 0) > manyHits
  if (counted?.countId && counted.changes <= mostChanges && isMany) {
    knownSearches.keep(adapter, key, { countId: counted.countId, blocks: change(blocks, counted.changed, -1) })
  }
  return blocks
}

/** Adds changes to the blocks, or subtracts them. Both are in the order of their labels. */
function change(blocks: readonly Block[], changes: readonly Change[], sign: 1 | -1): Block[] {
  const changed = blocks.map((block) => ({ ...block }))
  const [...following] = changed
  for (const [at, amount] of changes) {
    while (following.length > 1 && following[0] && following[0].last < at) following.shift()
    if (following[0]) following[0].amount += sign * amount
  }
  return changed
}
