import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { MarkedFileData, MarkedPatients } from './marked-file-data.ts'

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
