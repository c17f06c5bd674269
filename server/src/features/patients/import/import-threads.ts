import { Worker } from 'node:worker_threads'
import type { ImportDatabase, ImportWorker } from './run-import-thread.ts'

/** This is long enough to choose a file. */
const waitsMs = 2 * 60_000

/**
 * A thread that waits for the data of one import (`ImportThreadData`). Its memory is limited, because a hostile file
 * may use it up.
 */
export function startImportThread(database: ImportDatabase, memoryMb = 1_024): Worker {
  return new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: database,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  })
}

export type StartImportThread = (database: ImportDatabase) => ImportWorker

/** Threads for imports. Loading one takes longer than reading a small file, so one may be started ahead. */
export function createImportThreads(database: ImportDatabase, start: StartImportThread = startImportThread) {
  let ahead: { worker: ImportWorker; timer: NodeJS.Timeout } | undefined

  function forget(): void {
    clearTimeout(ahead?.timer)
    ahead = undefined
  }

  async function stop(): Promise<void> {
    const worker = ahead?.worker
    forget()
    await worker?.terminate()
  }

  return {
    /** Starts a thread that waits for the next import for two minutes, unless one is already waiting. */
    startAhead(): void {
      if (ahead) return void ahead.timer.refresh()
      const worker = start(database)
      worker.unref()
      // An import that finds no thread starts its own, and reports what is wrong.
      worker.on('error', () => {})
      worker.on('exit', () => ahead?.worker === worker && forget())
      ahead = { worker, timer: setTimeout(() => void stop(), waitsMs).unref() }
    },
    /** The thread for an import, which ends the thread. */
    take(): ImportWorker {
      const worker = ahead?.worker ?? start(database)
      forget()
      worker.ref()
      return worker
    },
    stop,
  }
}
