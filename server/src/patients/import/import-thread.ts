import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { ImportWarning } from '@health-console/contract/patient-findings.ts'
import { type Database, loadEngine, openDatabase } from '../../database/open.ts'
import { readSheets } from '../../spreadsheet/read-sheets.ts'
import { deleteTable, writeTable } from '../table/write-table.ts'
import { compareWithShown } from './compare-with-shown.ts'
import { findLayout } from './layout-store.ts'
import { deleteLists, writeChunks } from './list-chunks.ts'
import { packWarnings, warningsList } from './preview-lists.ts'
import { withoutReasons } from '../reading/reason-column.ts'
import { readPatients } from '../reading/read-patients.ts'
import { RejectedImport, toImportError } from '../reading/import-error.ts'
import { layoutKeyOf } from '../reading/remembered.ts'
import type { FromImportThread, ImportDatabase, ImportResult, ImportThreadData } from './run-import-thread.ts'

// The thread of one import: waits for its data, reads the file, checks it, compares it with the shown table, and writes the new
// table where no one reads yet. A hostile file may kill this thread: the database is opened once the file is read.

if (!parentPort) throw new Error('import-thread.ts runs as a worker thread only')
const port = parentPort
const config: ImportDatabase = workerData
await warmUp()
const [data] = (await once(port, 'message')) as [ImportThreadData]
const { file, tableId, shownTableId, answers = {}, asksNothing = false, survey } = data

let database: Database | undefined
try {
  send(await importFile())
} catch (error) {
  const known = toImportError(error, database?.engine)
  if (!known) throw error
  const understood = error instanceof RejectedImport ? error.understood : undefined
  if (error instanceof RejectedImport && understood && !asksNothing) await keepMarked(error.marked)
  send({ type: 'rejected', error: known, ...(understood && { understood }) })
} finally {
  await database?.close()
}

/** Loads and compiles what an import needs, which takes longer than reading a small file. */
async function warmUp(): Promise<void> {
  const template = fileURLToPath(new URL('./template.xlsx', import.meta.url))
  const findRemembered = async () => null
  // It is rejected: it has no rows.
  const options = { open: () => readSheets(template), answers: {}, asksNothing: false, findRemembered }
  await readPatients({ ...options, onProgress: () => {} }).catch(() => {})
  await loadEngine(config)
}

async function importFile(): Promise<ImportResult> {
  const read = await readPatients({
    open: () => withoutReasons(readSheets(file.path, file.limits)),
    answers,
    asksNothing,
    ...(survey && { survey }),
    findRemembered: async (sheets) => findLayout(openOnce().db, layoutKeyOf(sheets)),
    onProgress: (rowsRead, fraction) => send({ type: 'progress', step: 'reading', rowsRead, fraction }),
  })
  if ('asking' in read) return { type: 'asking', reading: read.asking, survey: read.survey }
  const { survey: surveyed, remembered: _, ...sheet } = read
  const { rows, reading } = sheet
  send({ type: 'progress', step: 'comparing', rowsRead: rows.length, fraction: 0 })
  const { db } = openOnce()
  if (survey) await deleteEarlier()
  const { preview, ids, lists } = await compareWithShown(db, shownTableId, sheet)
  await writeTable(openOnce(), tableId, rows, (rowsWritten) =>
    send({ type: 'progress', step: 'storing', rowsRead: rows.length, fraction: rowsWritten / rows.length }),
  )
  await writeChunks(openOnce(), tableId, lists)
  return { type: 'done', reading, survey: surveyed, preview, ids }
}

/** For the marked file. */
async function keepMarked(cells: readonly ImportWarning[]): Promise<void> {
  if (survey) await deleteEarlier()
  await writeChunks(openOnce(), tableId, packWarnings(warningsList, cells))
}

/** What an earlier reading of the same file has written. */
async function deleteEarlier(): Promise<void> {
  await deleteTable(openOnce(), tableId)
  await deleteLists(openOnce().db, tableId)
}

/** Once the file is read: a hostile one may kill this thread. */
function openOnce(): Database {
  database ??= openDatabase(config, { timeouts: 'long' })
  return database
}

function send(message: FromImportThread): void {
  port.postMessage(message)
}
