import path from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** The connection that the reader passes to a module. */
export type ReadOnlySqlite = DatabaseSync
export type SqliteValue = SQLInputValue

export type ReaderQuestion = { id: number; module: string; question: unknown }
export type ReaderAnswer = { id: number; answer: unknown } | { id: number; error: ReaderError }

/** The form of an error between threads, which would otherwise lose SQLite's error code. */
type ReaderError = { message: string; errcode: unknown }

export type SqliteReader = ReturnType<typeof createSqliteReader>

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void }

/**
 * Reads in a thread with its own connection: a search that finds half a million users takes tenths of a second, during
 * which the server must still answer. The thread starts with the first read.
 */
export function createSqliteReader(dataDir: string) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url), {
      workerData: { file: path.join(dataDir, 'console.db') },
    })
    started.unref()
    started.on('message', (message: ReaderAnswer) => {
      const request = waiting.get(message.id)
      waiting.delete(message.id)
      if (waiting.size === 0) started.unref()
      if ('error' in message) request?.reject(Object.assign(new Error(message.error.message), message.error))
      else request?.resolve(message.answer as never)
    })
    started.on('error', (error: Error) => {
      if (worker === started) worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return started
  }

  return {
    /** @param module exports `read(connection, question)` */
    read<Question, Answer>(module: URL, question: Question): Promise<Answer> {
      return new Promise((resolve, reject) => {
        worker ??= start()
        const message: ReaderQuestion = { id: ++lastId, module: module.href, question }
        waiting.set(message.id, { resolve, reject })
        worker.ref()
        worker.postMessage(message)
      })
    },
    async close(): Promise<void> {
      await worker?.terminate()
    },
  }
}
