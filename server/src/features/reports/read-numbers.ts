import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReportLabels } from '@health-console/contract/reports/reports.ts'
import type { Context } from '../../core/context.ts'
import type { FoundNumbers, ToNumbersThread } from './numbers-thread.ts'
import { readReports } from './read-reports.ts'
import { countReports, listSizes, type ReportFilter, type SizedReport } from './store.ts'

const mostReports = 300
const mostBytes = { report: 1024 * 1024, inAll: 8 * 1024 * 1024 }
/** Parsing the worst report within these limits needs a sixth of this. */
const memoryMb = 128

/**
 * The numbers that recur in the newest reports of a filter: at most 300 reports, and 20 numbers of each. Reports of
 * more than 1 MiB are left out, and so is everything beyond 8 MiB in total. A thread parses them, because that takes
 * tenths of a second.
 * @param signal ends the thread
 */
export async function readNumbers(
  context: Pick<Context, 'db' | 'engine'>,
  filter: ReportFilter,
  labels: ReportLabels,
  signal?: AbortSignal,
) {
  const { db } = context
  const newest = await listSizes(db, filter, { limit: mostReports })
  const short = newest.filter(({ bytes }) => bytes <= mostBytes.report)
  const found = await findNumbers(context, filter, withinTotal(short), labels, signal)
  const ids = new Set(found.ids)
  const reports = short.filter(({ id }) => ids.has(id)).map(({ id, generatedAt }) => ({ reportId: id, generatedAt }))
  const totalAmount = await countReports(db, filter)
  const tooLong = newest.length - short.length
  return {
    reports,
    totalAmount,
    leftOut: { tooLong, older: Math.max(0, totalAmount - reports.length - tooLong) },
    trends: found.trends,
  }
}

function withinTotal(reports: SizedReport[]): SizedReport[] {
  let inAll = 0
  return reports.filter(({ bytes }) => (inAll += bytes) <= mostBytes.inAll)
}

async function findNumbers(
  context: Pick<Context, 'db' | 'engine'>,
  filter: ReportFilter,
  reports: readonly SizedReport[],
  labels: ReportLabels,
  signal?: AbortSignal,
): Promise<FoundNumbers> {
  if (reports.length === 0) return { ids: [], trends: [] }
  const worker = new Worker(new URL('./numbers-thread.ts', import.meta.url), {
    workerData: labels,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  })
  const send = (message: ToNumbersThread) => worker.postMessage(message)
  try {
    const answer = once(worker, 'message', { signal }) as Promise<[FoundNumbers]>
    // A failure is thrown below.
    answer.catch(() => {})
    for await (const report of readReports(context, filter, reports)) {
      signal?.throwIfAborted()
      send(report)
    }
    send('end')
    return (await answer)[0]
  } finally {
    await worker.terminate()
  }
}
