import type { ReadOnlySqlite, SqliteValue } from '../../database/sqlite-reader.ts'
import { rememberSearches } from './known-searches.ts'

export function all<Row>(sqlite: ReadOnlySqlite, sql: string, parameters: Record<string, SqliteValue> = {}): Row[] {
  const statement = sqlite.prepare(sql)
  statement.setReadBigInts(true)
  return statement.all(parameters) as Row[]
}

/** A set of users, as queries for their numbers. */
export type Source = {
  all: string
  /** The numbers between `$from` and `$to`. */
  between: string
  parameters: Record<string, SqliteValue>
}

/** The number of users of a set whose numbers begin with the same bits. Buckets are in list order. */
export type Bucket = { bucket: bigint; amount: number }
export type Counted = { buckets: Bucket[]; total: number }

type Known = { amounts: Map<bigint, number>; version: bigint }

const bucketBits = 53n
/** When more buckets than this have changed, the whole set is counted again. */
const mostChanged = 50

export const bucketRange = (bucket: bigint) => ({
  $from: bucket << bucketBits,
  $to: ((bucket + 1n) << bucketBits) - 1n,
})

export function countUsers(sqlite: ReadOnlySqlite): Counted {
  const rows = all<{ bucket: bigint; amount: bigint }>(sqlite, 'select bucket, amount from user_counts order by bucket')
  return sum(rows.map(({ bucket, amount }) => [bucket, Number(amount)]))
}

const knownSearches = rememberSearches<ReadOnlySqlite, Known>()
const keyOf = ({ all: query, parameters }: Source) => JSON.stringify([query, parameters])

/**
 * Counts the hits of a search that finds many. Only buckets whose version has changed since the last time are counted
 * again, so that the total is exact. Call it in a read transaction.
 */
export function countHits(sqlite: ReadOnlySqlite, source: Source): Counted {
  const key = keyOf(source)
  const counted = renew(sqlite, source, knownSearches.find(sqlite, key)) ?? countAll(sqlite, source)
  knownSearches.keep(sqlite, key, counted)
  return sum([...counted.amounts].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether a search has been counted before, which means that it finds many. */
export const isKnown = (sqlite: ReadOnlySqlite, source: Source): boolean =>
  knownSearches.find(sqlite, keyOf(source)) !== undefined

function renew(sqlite: ReadOnlySqlite, source: Source, known: Known | undefined): Known | undefined {
  if (!known) return undefined
  const changed = all<{ bucket: bigint; version: bigint }>(
    sqlite,
    'select bucket, version from user_counts where version > $version order by version limit $most',
    { $version: known.version, $most: mostChanged + 1 },
  )
  if (changed.length > mostChanged) return undefined
  const amounts = new Map(known.amounts)
  for (const { bucket } of changed) {
    const [count] = all<{ amount: bigint }>(sqlite, `select count(*) as amount from (${source.between})`, {
      ...source.parameters,
      ...bucketRange(bucket),
    })
    amounts.set(bucket, Number(count?.amount))
  }
  return { amounts, version: changed.at(-1)?.version ?? known.version }
}

function countAll(sqlite: ReadOnlySqlite, source: Source): Known {
  const [last] = all<{ version: bigint }>(sqlite, 'select coalesce(max(version), 0) as version from user_counts')
  const rows = all<{ bucket: bigint; amount: bigint }>(
    sqlite,
    `select seq >> ${bucketBits} as bucket, count(*) as amount from (${source.all}) group by 1`,
    source.parameters,
  )
  return {
    amounts: new Map(rows.map(({ bucket, amount }) => [bucket, Number(amount)])),
    version: last?.version ?? 0n,
  }
}

function sum(amounts: [bigint, number][]): Counted {
  const buckets = amounts.map(([bucket, amount]) => ({ bucket, amount }))
  return { buckets, total: buckets.reduce((total, { amount }) => total + amount, 0) }
}
