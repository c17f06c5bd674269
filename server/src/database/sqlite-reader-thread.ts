import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReaderAnswer, ReaderQuestion } from './sqlite-reader.ts'
import { findUsersInSqlite } from './sqlite-user-search.ts'

const { file } = workerData as { file: string }
const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
sqlite.exec('PRAGMA cache_size = -32768')

parentPort?.on('message', ({ id, search, page }: ReaderQuestion) => {
  parentPort?.postMessage(answer(id, search, page))
})

function answer(id: number, search: ReaderQuestion['search'], page: ReaderQuestion['page']): ReaderAnswer {
  try {
    return { id, found: findUsersInSqlite(sqlite, search, page) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    return { id, error: { message, errcode } }
  }
}
