import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { cacheStatements } from './statement-cache.ts'
import type { ReaderAnswer, ReaderQuestion, ReadOnlySqlite } from './sqlite-reader.ts'

type Module = { read(sqlite: ReadOnlySqlite, question: unknown): unknown }

const { file }: { file: string } = workerData
const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
sqlite.exec('PRAGMA cache_size = -32768')
sqlite.prepare = cacheStatements(sqlite.prepare.bind(sqlite))

parentPort?.on('message', (question: ReaderQuestion) => {
  void answer(question).then((message) => parentPort?.postMessage(message))
})

async function answer({ id, module, question }: ReaderQuestion): Promise<ReaderAnswer> {
  try {
    const { read }: Module = await import(module)
    return { id, answer: await read(sqlite, question) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    return { id, error: { message, errcode } }
  }
}
