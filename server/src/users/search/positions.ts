import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/tables.ts'

/** The distance between users with a known place. */
const stepUsers = 1_000
/** How many users one statement reads, which takes a fraction of a second. */
const batchUsers = 100_000

/** A user whose place in the list (the number of users before) is known. */
type Position = { sortKey: string; position: number }

/**
 * The nearest known place at or before the given one, undefined when there is none. `postgresUserSearch` explains
 * the tables. Users added since the places were counted only move it further back.
 */
export async function findPositionBefore(db: Db, position: number): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    with known as (
      select sort_key, position from user_positions
      where position <= ${position} - (select coalesce(sum(amount), 0) from user_position_changes where amount > 0)
      order by position desc limit 1)
    select sort_key, position + (
        select coalesce(sum(amount), 0) from user_position_changes as changes where changes.sort_key < known.sort_key
      )::bigint as position
    from known`.execute(db)
  return rows[0]
}

/** Counts the places again once many users were added or removed. Of several servers one does it. */
export async function renewPositions({ db, engine }: Pick<Context, 'db' | 'engine'>, step = stepUsers): Promise<void> {
  if (!engine.countsPlaces) return
  const { rows } = await sql<{ isDue: boolean }>`
    with known as (select coalesce(max(position), 0) as last from user_positions)
    select (select coalesce(sum(abs(amount)), 0) from user_position_changes) > ${step} + last / ${step}
      or last = 0 and (select sum(amount) from user_count_changes) > 2 * ${step} as is_due
    from known`.execute(db)
  if (rows[0]?.isDue) await countPositions(db, step)
}

/**
 * The counted users and the deleted changes are from one snapshot, so that changes committed later stay. Nobody has to
 * wait for it, because only new rows are written.
 */
async function countPositions(db: Db, step: number): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const { rows } = await sql<{ isFirst: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('user_positions')) as is_first`.execute(transaction)
      if (!rows[0]?.isFirst) return
      await sql`delete from user_positions`.execute(transaction)
      let from: string | undefined = ''
      for (let position = 0; from !== undefined; position += batchUsers) {
        await sql`
          insert into user_positions (position, sort_key)
          select ${position} + place, sort_key from (
            select sort_key, row_number() over (order by sort_key) - 1 as place from (
              select sort_key from end_users where sort_key >= ${from} order by sort_key limit ${batchUsers}) as batch
          ) as places
          where place % ${step} = 0`.execute(transaction)
        const next = await sql<{ sortKey: string }>`
          select sort_key from end_users where sort_key >= ${from} order by sort_key offset ${batchUsers} limit 1`.execute(
          transaction,
        )
        from = next.rows[0]?.sortKey
      }
      await sql`delete from user_position_changes`.execute(transaction)
    })
}
