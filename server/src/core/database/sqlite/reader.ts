import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ReadingTask } from '../reading-task.ts'

/** @param cancelled not 0 while the running read is no longer wanted */
export type ReaderData = { file: string; cancelled: Int32Array }
export type ReaderRequest = { id: number; task: string; question: never }
export type ReaderResponse = { id: number; answer: unknown } | { id: number; error: ReaderError }

/** The form in which an error passes between threads, which would otherwise lose SQLite's error code. */
type ReaderError = { message: string; errcode: unknown }

export type SqliteReader = ReturnType<typeof createSqliteReader>

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void }

/**
 * Reads in a thread with its own connection: a search that reads a million users takes tenths of a second, during which
 * the server must still respond. The thread starts with the first read.
 */
export function createSqliteReader(dataDir: string) {
  const waiting = new Map<number, Waiting>()
  const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let worker: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const workerData: ReaderData = { file: path.join(dataDir, 'console.db'), cancelled }
    const started = new Worker(new URL('../../../reading-thread.ts', import.meta.url), { workerData })
    started.unref()
    started.on('message', (message: ReaderResponse) => {
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

  function read<Question, Answer>(task: ReadingTask<Question, Answer>, question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      worker ??= start()
      waiting.set(++lastId, { resolve, reject })
      worker.ref()
      worker.postMessage({ id: lastId, task: task.name, question })
    })
  }

  return {
    read,
    isBusy: () => waiting.size > 0,
    /** Runs one read at a time. After a cancelled scan, the thread is free again within milliseconds. */
    async scan<Question, Answer>(
      task: ReadingTask<Question, Answer>,
      question: Question,
      signal: AbortSignal,
    ): Promise<Answer> {
      const cancel = () => Atomics.store(cancelled, 0, 1)
      signal.addEventListener('abort', cancel)
      try {
        return await read(task, question)
      } catch (error) {
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', cancel)
        Atomics.store(cancelled, 0, 0)
      }
    },
    async close(): Promise<void> {
      await worker?.terminate()
    },
  }
}
