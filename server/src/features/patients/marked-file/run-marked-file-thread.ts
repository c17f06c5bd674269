import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ImportDatabase } from '../import/run-import-thread.ts'
import type { IdHasher } from '../reading/member-ids.ts'
import type { FileToMark } from './write-marked-file.ts'

export type MarkedFileData = {
  database: ImportDatabase
  file: FileToMark
  /** The import whose lists contain the cells. */
  tableId: string
  findingIds: string[]
  hasher: IdHasher
}

/** The member IDs in a marked file, and their hashes. */
export type MarkedPatients = { memberIds: string[]; hashes: Uint8Array }

const memoryMb = 1_024
const timeMs = 5 * 60_000

/** Writes a marked file in its own thread. */
export async function runMarkedFileThread(data: MarkedFileData): Promise<MarkedPatients> {
  const worker = new Worker(new URL('./marked-file-thread.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  })
  try {
    const [patients] = await once(worker, 'message', { signal: AbortSignal.timeout(timeMs) })
    return patients
  } finally {
    await worker.terminate()
  }
}
