import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Db, Tables } from './tables.ts'

/** The row that a lease guards, by its key. */
type Key = Record<string, string | number>

/** Which columns there are is known only where a lease is defined. */
type AnyTables = Record<string, Record<string, string | number | null>>

type Columns = {
  table: keyof Tables & string
  endsAt: string
  /** Who holds the lease. Without this column, the last one who took it holds it. */
  holder?: string
  /** Whether a row without a holder is free, whatever the end says. */
  isFreeWithoutHolder?: boolean
}

type Duration = {
  lastsMs: number
  /** How far ahead the column may be otherwise, for example to wait for the next attempt. */
  longestMs?: number
  /** By how much the column is before the end of the lease. */
  beforeEndMs?: number
}

/** Processes whose clocks follow the same one differ by less. */
const slackMs = 5_000

type Lease = {
  lastsMs: number
  /** Whether no one holds it: it has ended, or ends further ahead than it lasts, because a clock was ahead. */
  isFree(nowMs: number): Expression<SqlBool>
  isHeld(nowMs: number): Expression<SqlBool>
  /** @returns false if another holds it */
  take(db: Db, key: Key, holder: string, nowMs: number): Promise<boolean>
  /** @returns false if it was lost to another */
  renew(db: Db, key: Key, holder: string, nowMs: number): Promise<boolean>
  /** Returns it, so that another can take it at once. @returns false if it was lost to another */
  release(db: Db, key: Key, holder: string): Promise<boolean>
}

/**
 * The right of one process to work on a row: the end is in the row, and a process that does not renew its lease in time
 * loses it to another. This is the only place that decides whether a lease is free.
 */
export function defineLease(
  { table, endsAt, holder, isFreeWithoutHolder = false }: Columns,
  { lastsMs, longestMs = lastsMs, beforeEndMs = 0 }: Duration,
): Lease {
  const eb = expressionBuilder<AnyTables, string>()
  const earliest = (nowMs: number) => nowMs - beforeEndMs
  const latest = (nowMs: number) => nowMs + longestMs + slackMs - beforeEndMs
  const isFree = (nowMs: number): Expression<SqlBool> =>
    eb.or([
      eb(`${table}.${endsAt}`, '<=', earliest(nowMs)),
      eb(`${table}.${endsAt}`, '>', latest(nowMs)),
      ...(isFreeWithoutHolder ? [eb(`${table}.${holder}`, 'is', null)] : []),
    ])
  const endOf = (nowMs: number) => ({ [endsAt]: nowMs + lastsMs - beforeEndMs })

  async function set(db: Db, key: Key, values: Key | Record<string, null>, condition?: Expression<SqlBool>) {
    let update = db.withTables<AnyTables>().updateTable<string>(table).set(values)
    for (const [column, value] of Object.entries(key)) update = update.where(column, '=', value)
    if (condition) update = update.where(condition)
    return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n
  }

  const isMine = (mine: string) => (holder === undefined ? undefined : eb(`${table}.${holder}`, '=', mine))
  return {
    lastsMs,
    isFree,
    isHeld: (nowMs) => eb.not(isFree(nowMs)),
    take: (db, key, mine, nowMs) =>
      set(db, key, { ...endOf(nowMs), ...(holder !== undefined && { [holder]: mine }) }, isFree(nowMs)),
    renew: (db, key, mine, nowMs) => set(db, key, endOf(nowMs), isMine(mine)),
    release: (db, key, mine) => set(db, key, holder === undefined ? { [endsAt]: 0 } : { [holder]: null }, isMine(mine)),
  }
}
