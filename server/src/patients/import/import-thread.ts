import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { type Database, loadEngine, openDatabase } from '../../database/open.ts'
import { readSheets } from '../../spreadsheet/read-sheets.ts'
import { writeTable } from '../table/write-table.ts'
import { diffTables } from '../compare/diff-tables.ts'
import { loadShownRows } from '../compare/load-shown-rows.ts'
import { describeDiff } from './describe-diff.ts'
import type { ReadFile } from './import-states.ts'
import { packChanges, packWarnings, warningsList } from './preview-lists.ts'
import { readPatients } from '../reading/read-patients.ts'
import { toRefusal } from '../reading/refusal.ts'
import type { FromImportThread, ImportDatabase, ImportThreadData } from './run-import-thread.ts'

// The thread of one import: waits for its data, reads the file, checks it, compares it with the shown table, and writes the new
// table where no one reads yet. A hostile file may kill this thread: the database is opened once the file is read.

if (!parentPort) throw new Error('import-thread.ts runs as a worker thread only')
const port = parentPort
const config: ImportDatabase = workerData
await warmUp()
const [data] = (await once(port, 'message')) as [ImportThreadData]
const { file, tableId, shownTableId } = data

let database: Database | undefined
try {
  send({ type: 'done', ...(await importFile()) })
} catch (error) {
  const refusal = toRefusal(error, database?.engine)
  if (!refusal) throw error
  send({ type: 'refused', refusal })
} finally {
  await database?.close()
}

/** Loads and compiles what an import needs, which takes longer than reading a small file. */
async function warmUp(): Promise<void> {
  const template = fileURLToPath(new URL('./template.xlsx', import.meta.url))
  // It is refused: it has no rows.
  await readPatients(readSheets(template), () => {}).catch(() => {})
  await loadEngine(config)
}

async function importFile(): Promise<ReadFile> {
  const { rows, reading, allWarnings, ...sheet } = await readPatients(
    readSheets(file.path, file.limits),
    (rowsRead, fraction) => send({ type: 'progress', step: 'reading', rowsRead, fraction }),
  )
  send({ type: 'progress', step: 'comparing', rowsRead: rows.length, fraction: 0 })
  database = openDatabase(config, { timeouts: 'long' })
  const diff = diffTables(await loadShownRows(database.db, shownTableId, rows), rows)
  const preview = { ...sheet, ...describeDiff(diff), rowsInFile: rows.length }
  const lists = [...packChanges(diff), ...packWarnings(warningsList, allWarnings)]
  await writeTable(database, tableId, rows, {
    further: lists,
    onProgress: (rowsWritten) =>
      send({ type: 'progress', step: 'storing', rowsRead: rows.length, fraction: rowsWritten / rows.length }),
  })
  return { reading, preview }
}

function send(message: FromImportThread): void {
  port.postMessage(message)
}
