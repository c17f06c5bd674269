import type { ReadOnlySqlite, SqliteValue } from '../../database/sqlite-reader.ts'

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

const bucketBits = 53n

export const bucketRange = (bucket: bigint) => ({
  $from: bucket << bucketBits,
  $to: ((bucket + 1n) << bucketBits) - 1n,
})

type CountRow = { bucket: bigint; amount: bigint }

export function countUsers(sqlite: ReadOnlySqlite): Counted {
  return sum(all<CountRow>(sqlite, 'select bucket, amount from user_counts order by bucket'))
}

export function countHits(sqlite: ReadOnlySqlite, source: Source): Counted {
  const counts = `select seq >> ${bucketBits} as bucket, count(*) as amount from (${source.all}) group by 1 order by 1`
  return sum(all<CountRow>(sqlite, counts, source.parameters))
}

function sum(rows: CountRow[]): Counted {
  const buckets = rows.map(({ bucket, amount }) => ({ bucket, amount: Number(amount) }))
  return { buckets, total: buckets.reduce((total, { amount }) => total + amount, 0) }
}
