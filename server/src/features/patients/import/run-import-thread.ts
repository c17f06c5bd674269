import type { Worker } from 'node:worker_threads'
import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportPreview } from '@health-console/contract/patients/imports.ts'
import type { Config } from '../../../core/config.ts'
import { defaultLimits, type SpreadsheetLimits } from '../../../core/spreadsheet/limits.ts'
import { timeLimitError } from '../../../core/spreadsheet/working-clock.ts'
import type { ImportedIds } from './summary.ts'
import type { ImportError } from '../reading/import-error.ts'
import type { Reading, Understood } from '../reading/understand.ts'

/** The database that the thread opens once it has read the file. */
export type ImportDatabase = Pick<Config, 'databaseUrl' | 'dataDir'>

/** The thread of an import, or its replacement in tests. */
export type ImportWorker = Pick<Worker, 'postMessage' | 'terminate' | 'ref' | 'unref'> & {
  on(event: 'message', listener: (message: FromImportThread) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

export type ImportThreadData = {
  file: { path: string; limits: Partial<SpreadsheetLimits> }
  /** The id under which the rows are written. */
  tableId: string
  /** The table to compare with. */
  shownTableId: string | undefined
  answers?: ImportAnswers
  /** If something is uncertain, it is decided without asking. */
  asksNothing?: boolean
  /** How the file is read, if it was examined before and its questions are answered. */
  reading?: Reading
  /** The admin, the key with which their member IDs are hashed, and the time of the upload. */
  uploader: { adminId: string; idKey: Uint8Array; nowMs: number }
}

export type ImportProgress = { step: 'reading' | 'comparing' | 'storing'; rowsRead: number; fraction: number }

export type FromImportThread =
  | ({ type: 'progress' } & ImportProgress)
  | ({ type: 'asking' } & Understood)
  | ({ type: 'done'; preview: ImportPreview; ids: ImportedIds } & Understood)
  | { type: 'rejected'; error: ImportError; understood?: Understood }

export type ImportResult = Exclude<FromImportThread, { type: 'progress' }>

/**
 * Runs an import in its own thread, which a hostile file may kill or keep busy: it is stopped if it reports no progress
 * for longer than the time limit. A thread that has returned its result may still be closing the database.
 * @throws what the thread threw, or the reason of `signal`
 */
export async function runImportThread(
  worker: ImportWorker,
  data: ImportThreadData,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportResult> {
  const timeMs = data.file.limits.timeMs ?? defaultLimits.timeMs
  const { promise, resolve, reject } = Promise.withResolvers<ImportResult>()
  const watchdog = setTimeout(() => reject(timeLimitError(timeMs)), timeMs)
  worker.on('message', (message: FromImportThread) => {
    if (message.type !== 'progress') return resolve(message)
    if (message.step === 'reading') watchdog.refresh()
    else clearTimeout(watchdog)
    onProgress(message)
  })
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('The import thread ended before the import did')))
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    if (signal.aborted) abort()
    else worker.postMessage(data)
    return await promise
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', abort)
  }
}
