import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { listReportsAfter, type ReportFilter } from './store.ts'

const batchSize = 10

/** `{"data":{"reports":[…]}}` a batch at a time: the next is read when the caller has received the last. */
export function streamReports(db: Kysely<Tables>, filter: ReportFilter): Readable {
  return Readable.from(chunks(db, filter), { objectMode: false, highWaterMark: 64 * 1024 })
}

async function* chunks(db: Kysely<Tables>, filter: ReportFilter): AsyncGenerator<string> {
  yield '{"data":{"reports":['
  let separator = ''
  for (let last; ;) {
    const rows = await listReportsAfter(db, filter, last, batchSize)
    for (const { document } of rows) {
      yield separator + document
      separator = ','
    }
    if (rows.length < batchSize) break
    last = rows.at(-1)
    // SQLite answers synchronously: without a pause a fast reader would keep all others waiting.
    await setImmediate()
  }
  yield ']}}'
}
