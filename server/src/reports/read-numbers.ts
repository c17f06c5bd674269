import { setImmediate } from 'node:timers/promises'
import { numbersOf, type Trend, trendsOf } from '@health-console/contract/report-numbers.ts'
import type { ReportLabels } from '@health-console/contract/reports.ts'
import type { Db } from '../database/tables.ts'
import { listDocuments, listKeysAfter, type ReportFilter } from './store.ts'

const mostReports = 300
const batchSize = 5
const mostBytes = 256 * 1024

type Numbers = { reports: { reportId: string; generatedAt: number }[]; trends: Trend[] }

/** The numbers that recur in the newest reports of a filter: at most 300 reports, 20 numbers of each and 256 kB. */
export async function readNumbers(db: Db, filter: ReportFilter, labels: ReportLabels): Promise<Numbers> {
  const keys = await listKeysAfter(db, filter, undefined, mostReports)
  const found = new Map<string, ReturnType<typeof numbersOf>>()
  for (let start = 0; start < keys.length; start += batchSize) {
    for (const { id, document } of await listDocuments(db, filter, keys.slice(start, start + batchSize)))
      found.set(id, numbersOf(JSON.parse(document) as object))
    // Reading and parsing block the process: others come in between.
    await setImmediate()
  }
  const kept = keys.filter(({ id }) => found.has(id))
  const reports = kept.map(({ id, generatedAt }) => ({ reportId: id, generatedAt }))
  const trends = trendsOf(
    kept.map(({ id }) => found.get(id) ?? []),
    labels,
  )
  while (trends.length > 0 && Buffer.byteLength(JSON.stringify({ reports, trends })) > mostBytes) trends.pop()
  return { reports, trends }
}
