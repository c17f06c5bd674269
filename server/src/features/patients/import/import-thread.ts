import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'
import { type Database, loadEngine, openDatabase } from '../../../core/database/open.ts'
import { readSheets } from '../../../core/spreadsheet/read-sheets.ts'
import { readPatients } from '../reading/read-patients.ts'
import { importFile } from './import-file.ts'
import type { ImportDatabase, ImportThreadData } from './run-import-thread.ts'
import { writeTemplate } from './write-template.ts'

// The thread of one import: it waits for its data and runs the import. A hostile file may kill this thread, so the
// database is opened only after the file has been read.

if (!parentPort) throw new Error('import-thread.ts runs as a worker thread only')
const port = parentPort
const config: ImportDatabase = workerData
await warmUp()
const [data] = (await once(port, 'message')) as [ImportThreadData]

let database: Database | undefined
try {
  await importFile(data, {
    open: () => (database ??= openDatabase(config, { timeouts: 'long' })),
    send: (message) => port.postMessage(message),
  })
} finally {
  await database?.close()
}

/** This loads and compiles what an import needs, which takes longer than reading a small file. */
async function warmUp(): Promise<void> {
  const template = await buffer(writeTemplate())
  const findRemembered = async () => null
  // The file is rejected, because it has no rows.
  const options = { open: () => readSheets(template), answers: {}, asksNothing: false, findRemembered }
  await readPatients({ ...options, onProgress: () => {} }).catch(() => {})
  await loadEngine(config)
}
