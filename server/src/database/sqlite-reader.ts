import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FoundUsers, PageOfUsers, UserSearch } from './user-search.ts'

export type ReaderQuestion = { id: number; search: UserSearch | undefined; page: PageOfUsers }
export type ReaderAnswer = { id: number; found: FoundUsers } | { id: number; error: ReaderError }

/** An error as it travels between threads, which would take SQLite's code away from it. */
export type ReaderError = { message: string; errcode: unknown }

type Waiting = { resolve: (found: FoundUsers) => void; reject: (error: Error) => void }

/**
 * Reads the users list in a thread with a connection of its own: a search that finds half of a million users takes
 * tenths of a second, in which the server must go on answering. The thread starts with the first question.
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
    started.on('message', (answer: ReaderAnswer) => {
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) started.unref()
      if ('error' in answer) asked?.reject(Object.assign(new Error(answer.error.message), answer.error))
      else asked?.resolve(answer.found)
    })
    started.on('error', (error: Error) => {
      if (worker === started) worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return started
  }

  return {
    findUsers(search: UserSearch | undefined, page: PageOfUsers): Promise<FoundUsers> {
      return new Promise((resolve, reject) => {
        worker ??= start()
        const question: ReaderQuestion = { id: ++lastId, search, page }
        waiting.set(question.id, { resolve, reject })
        worker.ref()
        worker.postMessage(question)
      })
    },
    async close(): Promise<void> {
      await worker?.terminate()
    },
  }
}
