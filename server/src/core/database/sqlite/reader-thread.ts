import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { CamelCasePlugin, Kysely } from 'kysely'
import type { ReadingTask } from '../reading-task.ts'
import { sqliteDialect } from './driver.ts'
import { sqliteQueries } from './queries.ts'
import { SqliteTurns } from './turns.ts'
import type { ReaderResponse, ReaderData, ReaderRequest } from './reader.ts'
import type { Db, Tables } from '../tables.ts'

/** This thread has nothing else to do while it waits for another process. */
const waitMs = 10_000

/**
 * Opens a connection for long reads.
 * @param isCancelled whether the running scan is no longer wanted
 */
export function connectToRead(file: string, isCancelled: () => boolean): { db: Db; close(): void } {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: waitMs })
  sqlite.exec('PRAGMA cache_size = -32768')
  sqlite.function('is_wanted', () => {
    if (isCancelled()) throw new Error('The read was cancelled.')
    return 1
  })
  const db = new Kysely<Tables>({
    dialect: sqliteDialect(sqlite, () => sqlite, new SqliteTurns(path.dirname(file), waitMs)),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, close: () => sqlite.close() }
}

/** Runs, in a thread, the reads of `createSqliteReader`. */
export function serveReadings(tasks: ReadingTask<never, unknown>[]): void {
  const { file, cancelled }: ReaderData = workerData
  const { db } = connectToRead(file, () => Atomics.load(cancelled, 0) !== 0)

  parentPort?.on('message', (question: ReaderRequest) => {
    void answer(question).then((message) => parentPort?.postMessage(message))
  })

  async function answer({ id, task, question }: ReaderRequest): Promise<ReaderResponse> {
    try {
      const found = tasks.find(({ name }) => name === task)
      if (!found) throw new Error(`The reading thread has no task ${task}.`)
      return { id, answer: await found.read(db, question, sqliteQueries) }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
      return { id, error: { message, errcode } }
    }
  }
}
