import { conflict } from '../../../http/errors.ts'
import type { Db } from '../../../core/database/tables.ts'
import { importNotFound, importNotYours, importReplaced } from './show-table.ts'
import { findImport, findReplacement, type ImportRow } from './store.ts'

/** @throws ApiError unless this admin uploaded it */
export async function getOwnImport(db: Db, id: string, admin: { id: string }): Promise<ImportRow> {
  const entry = await findImport(db, id)
  if (!entry) {
    const replacement = await findReplacement(db, id, admin.id)
    throw replacement ? importReplaced(replacement) : importNotFound()
  }
  if (entry.adminId !== admin.id) throw importNotYours(id)
  return entry
}

/** An import that awaits confirmation. @throws ApiError for any other */
export async function getOwnReadyImport(db: Db, id: string, admin: { id: string }): Promise<ImportRow> {
  const entry = await getOwnImport(db, id, admin)
  if (entry.state === 'reading') throw stillReading()
  if (entry.state !== 'ready') throw conflict('This import isn’t awaiting confirmation. Choose the file again.')
  return entry
}

export const stillReading = () => conflict('The file is still being read. Try again in a moment.')

/**
 * The table that an import was compared with; undefined if there was none.
 * @throws ApiError if it is no longer stored
 */
export async function findBaseTable(db: Db, { baseImportId }: ImportRow): Promise<string | undefined> {
  if (baseImportId === null) return undefined
  const base = await findImport(db, baseImportId)
  if (!base) throw conflict('The table that this file was compared with is no longer stored. Choose the file again.')
  return base.tableId
}
