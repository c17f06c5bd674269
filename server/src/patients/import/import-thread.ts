import { parentPort, workerData } from 'node:worker_threads'
import type { ImportPreview } from '@health-console/contract/patients.ts'
import { type Database, openDatabase } from '../../database/open.ts'
import { SpreadsheetError } from '../../spreadsheet/errors.ts'
import { readSheetInWorker } from '../../spreadsheet/read-sheet-in-worker.ts'
import { writeTable } from '../write-table.ts'
import { compareTables } from './compare-tables.ts'
import { readPatients } from './read-patients.ts'
import { type Refusal, RefusedFile } from './refusal.ts'
import type { FromImportThread, ImportThreadData } from './run-import-thread.ts'

// The thread of one import: reads the file, checks it, compares it with the table that is shown, and writes the new
// table where nobody reads it yet. Reading happens in one more thread, which a hostile file may bring down alone.

if (!parentPort) throw new Error('import-thread.ts runs as a worker thread only')
const port = parentPort
const { file, database: config, tableId, shownTableId } = workerData as ImportThreadData

const database = openDatabase(config)
try {
  send({ type: 'done', preview: await importFile(database) })
} catch (error) {
  const refusal = toRefusal(error, database)
  if (!refusal) throw error
  send({ type: 'refused', refusal })
} finally {
  await database.close()
}

async function importFile({ db, engine }: Database): Promise<ImportPreview> {
  const batches = readSheetInWorker(file.path, { limits: { fileBytes: file.maxBytes } })
  const { rows, ...sheet } = await readPatients(batches, (rowsRead, fraction) =>
    send({ type: 'progress', step: 'reading', rowsRead, fraction }),
  )
  send({ type: 'progress', step: 'comparing', rowsRead: rows.length, fraction: 0 })
  const comparison = await compareTables(db, shownTableId, rows)
  await writeTable({ db, engine }, tableId, rows, (rowsWritten) =>
    send({ type: 'progress', step: 'storing', rowsRead: rows.length, fraction: rowsWritten / rows.length }),
  )
  return {
    ...sheet,
    ...comparison,
    rowsInFile: rows.length,
    needsConfirmation: comparison.removed * 3 > comparison.rowsNow,
  }
}

function toRefusal(error: unknown, { engine }: Database): Refusal | undefined {
  if (error instanceof RefusedFile) return error.refusal
  if (error instanceof SpreadsheetError) {
    return { code: error.isTooLarge ? 'too_large' : 'unprocessable', message: error.message }
  }
  if (engine.isFull(error)) {
    return { code: 'storage_full', message: 'The server has no disk space left. Nothing was changed.' }
  }
  if (engine.isUnavailable(error)) {
    return { code: 'unavailable', message: 'The database could not be reached. Nothing was changed. Try again.' }
  }
  return undefined
}

function send(message: FromImportThread): void {
  port.postMessage(message)
}
