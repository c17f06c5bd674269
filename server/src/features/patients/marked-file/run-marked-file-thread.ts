import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ImportDatabase } from '../import/run-import-thread.ts'
import type { FileToMark } from './write-marked-file.ts'

export type MarkedFileData = {
  database: ImportDatabase
  file: FileToMark
  /** The import whose lists contain the cells. */
  tableId: string
  findingIds: string[]
}

const memoryMb = 1_024
const timeMs = 5 * 60_000

/** Writes a marked file in its own thread. @returns the member IDs in it */
export async function runMarkedFileThread(data: MarkedFileData): Promise<string[]> {
  const worker = new Worker(new URL('./marked-file-thread.ts', import.meta.url), {
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
