import { parentPort, workerData } from 'node:worker_threads'
import { numbersOf, type ReportNumber, type Trend, trendsOf } from '@health-console/contract/reports/report-numbers.ts'
import type { ReportLabels } from '@health-console/contract/reports/reports.ts'
import type { StoredReport } from './store.ts'

/** Reports, newest first, and then `end`. */
export type ToNumbersThread = StoredReport | 'end'

/** The reports that were read, and the numbers that recur in them, each in the same order. */
export type FoundNumbers = { ids: string[]; trends: Trend[] }

const decoder = new TextDecoder()
const labels: ReportLabels = workerData
const found = new Map<string, ReportNumber[]>()

parentPort?.on('message', (message: ToNumbersThread) => {
  if (message === 'end') {
    const answer: FoundNumbers = { ids: [...found.keys()], trends: trendsOf([...found.values()], labels) }
    parentPort?.postMessage(answer)
  } else {
    const { id, document } = message
    const json = decoder.decode(Buffer.concat(document))
    found.set(id, numbersOf(JSON.parse(json) as object))
  }
})
