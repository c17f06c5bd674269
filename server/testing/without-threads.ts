import { EventEmitter } from 'node:events'
import path from 'node:path'
import type { Database } from '../src/core/database/open.ts'
import { connectToRead } from '../src/core/database/sqlite/reader-thread.ts'
import { importFile } from '../src/features/patients/import/import-file.ts'
import type {
  FromImportThread,
  ImportThreadData,
  ImportWorker,
} from '../src/features/patients/import/run-import-thread.ts'

// Loading a thread takes ten times as long as what most tests do in it.

/**
 * Lets an embedded database run its long reads here.
 * @returns a function that closes its connection
 */
export function readHere({ engine }: Database, dataDir: string): () => void {
  if (engine.name !== 'sqlite') return () => {}
  let reader: ReturnType<typeof connectToRead> | undefined
  const connection = () => (reader ??= connectToRead(path.join(dataDir, 'console.db'), () => false)).db
  engine.readLong = async (_db, task, question) => task.read(connection(), question, engine.queries)
  engine.scan = engine.readLong
  return () => reader?.close()
}

/** Imports a file here, with the connection of the app. */
export function importHere(database: Database): ImportWorker {
  const events = new EventEmitter()
  let hasEnded = false
  let running: Promise<void> = Promise.resolve()
  const send = (message: FromImportThread) => {
    if (hasEnded) throw new Error('The import has been ended.')
    events.emit('message', structuredClone(message))
  }
  const run = async (data: ImportThreadData) => {
    try {
      await importFile(data, { open: () => database, send })
    } catch (error) {
      if (!hasEnded) events.emit('error', error)
    }
    events.emit('exit', 0)
  }
  return Object.assign(events, {
    postMessage: (data: ImportThreadData) => void (running = run(structuredClone(data))),
    terminate: async () => {
      hasEnded = true
      await running
      return 0
    },
    ref: () => {},
    unref: () => {},
  })
}
