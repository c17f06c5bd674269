import type { ImportWarning } from '@health-console/contract/patients/findings.ts'
import type { Database } from '../../../core/database/open.ts'
import { readSheets } from '../../../core/spreadsheet/read-sheets.ts'
import { RejectedImport, toImportError } from '../reading/import-error.ts'
import { type EarlierOptions, readUnderstood, readPatients, type RowOptions } from '../reading/read-patients.ts'
import { layoutKeyOf } from '../reading/questions/remembered.ts'
import { withoutReasons } from '../reading/survey/reason-column.ts'
import { deleteTable, writeTable } from '../table/write-table.ts'
import { listAllValues } from '../table/store.ts'
import { compareWithShown, toCheck } from './compare-with-shown.ts'
import { explainBodies } from './explain-bodies.ts'
import { findKeptAnswers } from './kept-answers.ts'
import { findLayout } from './layout-store.ts'
import { deleteLists, writeChunks } from './list-chunks.ts'
import { packWarnings, warningsList } from './preview-lists.ts'
import type { FromImportThread, ImportResult, ImportThreadData } from './run-import-thread.ts'

type Surroundings = {
  /** Called when the database is needed for the first time, and again: it is opened once. */
  open(): Pick<Database, 'db' | 'engine'>
  send(message: FromImportThread): void
}

/**
 * Reads the file, checks it, compares it with the current table, and writes the new table, which is not read by anyone
 * yet.
 */
export async function importFile(data: ImportThreadData, { open, send }: Surroundings): Promise<void> {
  const { file, tableId, shownTableId, answers = {}, asksNothing = false, reading, uploader } = data
  let database: Pick<Database, 'db' | 'engine'> | undefined
  const openOnce = () => (database ??= open())
  const earlier: EarlierOptions = {
    findRemembered: (sheets) => findLayout(openOnce().db, sheets),
    findKept: async (sheets) => {
      const { adminId, idKey, nowMs } = uploader
      const found = await findKeptAnswers(openOnce().db, { adminId, headingsHash: layoutKeyOf(sheets) }, nowMs)
      return found && { ...found, hasher: { key: idKey, adminId } }
    },
  }
  try {
    send(await readAndWrite())
  } catch (error) {
    const known = toImportError(error, database?.engine)
    if (!known) throw error
    const understood = error instanceof RejectedImport ? error.understood : undefined
    if (error instanceof RejectedImport && understood && !asksNothing) await keepMarked(error.marked)
    send({ type: 'rejected', error: known, ...(understood && { understood }) })
  }

  async function readAndWrite(): Promise<ImportResult> {
    const options: RowOptions = {
      open: () => withoutReasons(readSheets(file.path, file.limits)),
      asksNothing,
      onProgress: (rowsRead, fraction) => send({ type: 'progress', step: 'reading', rowsRead, fraction }),
    }
    const found = reading
      ? await readUnderstood(reading, options)
      : await readPatients({ ...options, answers, ...earlier })
    if ('asking' in found) return { type: 'asking', reading: found.asking.shown, survey: found.asking.from.survey }
    const { db } = openOnce()
    const now = shownTableId === undefined ? [] : await listAllValues(db, shownTableId)
    const { read, explained } = await explainBodies(found, now, options)
    const { rows } = read
    send({ type: 'progress', step: 'comparing', rowsRead: rows.length, fraction: 0 })
    if (reading) await deleteEarlier()
    const { preview, ids, lists } = compareWithShown(toCheck(now, read, explained), read)
    await writeTable(openOnce(), tableId, rows, (rowsWritten) =>
      send({ type: 'progress', step: 'storing', rowsRead: rows.length, fraction: rowsWritten / rows.length }),
    )
    await writeChunks(openOnce(), tableId, lists)
    return { type: 'done', reading: read.reading.shown, survey: read.reading.from.survey, preview, ids }
  }

  /** Needed for the marked file. */
  async function keepMarked(cells: readonly ImportWarning[]): Promise<void> {
    if (reading) await deleteEarlier()
    await writeChunks(openOnce(), tableId, packWarnings(warningsList, cells))
  }

  /** The table that an earlier reading of the same file has written. */
  async function deleteEarlier(): Promise<void> {
    await deleteTable(openOnce(), tableId)
    await deleteLists(openOnce().db, tableId)
  }
}
