import { setImmediate } from 'node:timers/promises'
import { numbersOf, type Trend, trendsOf } from '@health-console/contract/report-numbers.ts'
import type { ReportLabels } from '@health-console/contract/reports.ts'
import type { Db } from '../../core/database/tables.ts'
import { listDocuments, listSizes, type ReportFilter, type SizedReport } from './store.ts'

const mostReports = 300
/** Parsing blocks the process, so longer reports are left out, and everything after this size in total. */
const mostBytes = { report: 1024 * 1024, batch: 256 * 1024, inAll: 32 * 1024 * 1024, answer: 256 * 1024 }

type Numbers = { reports: { reportId: string; generatedAt: number }[]; trends: Trend[] }

/**
 * The numbers that recur in the newest reports of a filter: at most 300 reports, 20 numbers of each and 256 kB. Reports
 * of more than 1 MiB are left out, and so is everything beyond 32 MiB in total.
 */
export async function readNumbers(db: Db, filter: ReportFilter, labels: ReportLabels): Promise<Numbers> {
  const found = new Map<string, ReturnType<typeof numbersOf>>()
  const sized = withinLimits(await listSizes(db, filter, mostReports))
  for (const batch of batchesOf(sized)) {
    for (const { id, document } of await listDocuments(db, filter, batch))
      found.set(id, numbersOf(JSON.parse(document) as object))
    // This lets other requests run in between.
    await setImmediate()
  }
  const readable = sized.filter(({ id }) => found.has(id))
  const reports = readable.map(({ id, generatedAt }) => ({ reportId: id, generatedAt }))
  const trends = trendsOf(
    readable.map(({ id }) => found.get(id) ?? []),
    labels,
  )
  while (trends.length > 0 && Buffer.byteLength(JSON.stringify({ reports, trends })) > mostBytes.answer) trends.pop()
  return { reports, trends }
}

function withinLimits(reports: SizedReport[]): SizedReport[] {
  let inAll = 0
  return reports.filter(({ bytes }) => {
    if (bytes > mostBytes.report) return false
    inAll += bytes
    return inAll <= mostBytes.inAll
  })
}

/** As many reports as are parsed within some milliseconds. */
function* batchesOf(reports: SizedReport[]): Generator<SizedReport[]> {
  let batch: SizedReport[] = []
  let bytes = 0
  for (const report of reports) {
    if (batch.length > 0 && bytes + report.bytes > mostBytes.batch) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(report)
    bytes += report.bytes
  }
  if (batch.length > 0) yield batch
}
