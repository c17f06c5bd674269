import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ImportDatabase } from '../import/run-import-thread.ts'
import type { FaultsFile } from './write-faults.ts'

export type FaultsData = {
  database: ImportDatabase
  file: FaultsFile
  /** Whose lists name the problems. */
  tableId: string
  findingIds: string[]
}

const memoryMb = 1_024
const timeMs = 5 * 60_000

/** Writes a workbook of faults in a thread of its own. @returns the member IDs in it */
export async function runFaultsThread(data: FaultsData): Promise<string[]> {
  const worker = new Worker(new URL('./faults-thread.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  })
  try {
    const [memberIds] = await once(worker, 'message', { signal: AbortSignal.timeout(timeMs) })
    return memberIds
  } finally {
    await worker.terminate()
  }
}
