import { Worker } from 'node:worker_threads'
import type { ImportPreview } from '@health-console/contract/patients.ts'
import type { Config } from '../../config.ts'
import type { Refusal } from './refusal.ts'

export type ImportThreadData = {
  file: { path: string; maxBytes: number }
  database: Pick<Config, 'databaseUrl' | 'dataDir'>
  /** Under which the rows are written. */
  tableId: string
  /** The table to compare with. */
  shownTableId: string | undefined
}

export type ImportProgress = { step: 'reading' | 'comparing' | 'storing'; rowsRead: number; fraction: number }

export type FromImportThread =
  | ({ type: 'progress' } & ImportProgress)
  | { type: 'done'; preview: ImportPreview }
  | { type: 'refused'; refusal: Refusal }

export type ImportResult = Exclude<FromImportThread, { type: 'progress' }>

const memoryMb = 1_024

/**
 * Runs an import in a thread of its own.
 * @throws what the thread threw, or the reason of `signal`
 */
export async function runImportThread(
  data: ImportThreadData,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportResult> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  })
  try {
    return await new Promise<ImportResult>((resolve, reject) => {
      worker.on('message', (message: FromImportThread) => {
        if (message.type === 'progress') onProgress(message)
        else resolve(message)
      })
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error('The import thread ended before the import did')))
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  } finally {
    await worker.terminate()
  }
}
