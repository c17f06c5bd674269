import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { Db } from '../../core/database/tables.ts'
import type { ReportsTable } from '../../core/database/tables/users.ts'
import { listDocuments, listKeysAfter, type ReportFilter, type ReportKey } from './store.ts'

const partSize = 1_000
const batchSize = 10

/** The keys of the next reports, which are logged before any of the reports is sent. */
export function listPart(db: Db, filter: ReportFilter, last?: ReportKey): Promise<ReportKey[]> {
  return listKeysAfter(db, filter, last, partSize)
}

/**
 * Streams `{"data":{"reports":[…]}}` in batches. A batch is read once the caller has received the previous one.
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

async function* chunks(...parameters: Parameters<typeof streamReports>): AsyncGenerator<string> {
  yield '{"data":{"reports":['
  let separator = ''
  for await (const { document } of readReports(...parameters)) {
    yield separator + document
    separator = ','
  }
  yield ']}}'
}

/** The reports one by one, newest first, as they are stored; see `streamReports`. */
export async function* readReports(
  ...[db, filter, first, logPart]: Parameters<typeof streamReports>
): AsyncGenerator<Pick<ReportsTable, 'id' | 'document'>> {
  for (let part = first; ;) {
    for (let start = 0; start < part.length; start += batchSize) {
      yield* await listDocuments(db, filter, part.slice(start, start + batchSize))
      // SQLite responds synchronously. Without a pause, a fast reader would block all other requests.
      await setImmediate()
    }
    if (part.length < partSize) return
    part = await listPart(db, filter, part.at(-1))
    await logPart(part)
  }
}
