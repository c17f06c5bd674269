import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/database/tables.ts'
import { listDocuments, listSizesAfter, type ReportFilter, type SizedReport, type StoredReport } from './store.ts'
import { withPauses } from '../../core/with-pauses.ts'

const partSize = 1_000
/** What is in memory at once, and what SQLite reads while other requests wait. A longer report is read alone. */
const mostInBatch = { bytes: 256 * 1024, reports: 100 }

/** The next reports of a long list, which are logged before any of them is sent. */
export function listPart(db: Db, filter: ReportFilter, last?: SizedReport): Promise<SizedReport[]> {
  return listSizesAfter(db, filter, last, partSize)
}

type EachPart = {
  /** Logs each part after the first one. */
  logPart: (part: SizedReport[]) => Promise<void>
  /** Throws if the user has been erased: what was read before is then not all. */
  expectUser: () => Promise<unknown>
}

/**
 * All reports of a filter, one by one, newest first, as they are stored.
 * @param first the first part, which is already logged
 */
export async function* readAllReports(
  context: Pick<Context, 'db' | 'engine'>,
  filter: ReportFilter,
  first: SizedReport[],
  { logPart, expectUser }: EachPart,
): AsyncGenerator<StoredReport> {
  for (let part = first; ;) {
    yield* readReports(context, filter, part)
    if (part.length < partSize) break
    part = await listPart(context.db, filter, part.at(-1))
    await logPart(part)
  }
  await expectUser()
}

/** Those of these reports that still exist, one by one. */
export async function* readReports(
  context: Pick<Context, 'db' | 'engine'>,
  filter: ReportFilter,
  reports: readonly SizedReport[],
): AsyncGenerator<StoredReport> {
  for await (const documents of withPauses(listBatches(context, filter, reports))) yield* documents
}

async function* listBatches(
  context: Pick<Context, 'db' | 'engine'>,
  filter: ReportFilter,
  reports: readonly SizedReport[],
): AsyncGenerator<StoredReport[]> {
  for (const batch of inBatches(reports)) yield await listDocuments(context, filter, batch)
}

function* inBatches(reports: readonly SizedReport[]): Generator<SizedReport[]> {
  let batch: SizedReport[] = []
  let bytes = 0
  for (const report of reports) {
    const isFull = batch.length === mostInBatch.reports || bytes + report.bytes > mostInBatch.bytes
    if (batch.length > 0 && isFull) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(report)
    bytes += report.bytes
  }
  if (batch.length > 0) yield batch
}
