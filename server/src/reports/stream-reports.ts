import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { Db } from '../database/tables.ts'
import { listDocuments, listKeysAfter, type ReportFilter, type ReportKey } from './store.ts'

const partSize = 1_000
const batchSize = 10

/** The keys of the next reports, which are logged before any of the reports is sent. */
export function listPart(db: Db, filter: ReportFilter, last?: ReportKey): Promise<ReportKey[]> {
  return listKeysAfter(db, filter, last, partSize)
}

/**
 * Streams `{"data":{"reports":[…]}}` in batches. A batch is read once the caller has received the one before.
 * @param first the first part, which is already logged
 * @param logPart logs each further part
 */
export function streamReports(
  db: Db,
  filter: ReportFilter,
  first: ReportKey[],
  logPart: (part: ReportKey[]) => Promise<void>,
): Readable {
  return Readable.from(chunks(db, filter, first, logPart), { objectMode: false, highWaterMark: 64 * 1024 })
}

async function* chunks(...[db, filter, first, logPart]: Parameters<typeof streamReports>): AsyncGenerator<string> {
  yield '{"data":{"reports":['
  let separator = ''
  for (let part = first; ;) {
    for (let start = 0; start < part.length; start += batchSize) {
      for (const { document } of await listDocuments(db, filter, part.slice(start, start + batchSize))) {
        yield separator + document
        separator = ','
      }
      // SQLite answers synchronously. Without a pause a fast reader would block all other requests.
      await setImmediate()
    }
    if (part.length < partSize) break
    part = await listPart(db, filter, part.at(-1))
    await logPart(part)
  }
  yield ']}}'
}
