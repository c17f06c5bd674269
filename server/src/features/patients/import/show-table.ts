import { shownName } from '@health-console/contract/values/text.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { Context } from '../../../core/context.ts'
import { ApiError, conflict, notFound, notYours } from '../../../http/errors.ts'
import { markApplied, touchApplied } from './import-states.ts'
import { deleteLists } from './list-chunks.ts'
import { findImport, type ImportRow, insertImport } from './store.ts'
import { findRunningAdmin, getTableState, isImportRunning, moveTablePointer } from './table-state-store.ts'

export class PointerMoved extends Error {}

/**
 * Makes a completely written table current, by changing one row. `running` is the import that holds the lease and
 * returns it; without it no import may be running, and the current table must still be `base`.
 * @throws PointerMoved and changes nothing if a condition is not met
 */
export async function showWrittenTable(
  transaction: Transaction,
  importId: string,
  expected: 'running' | { base: string | null },
  nowMs: number,
): Promise<void> {
  const isMoved = await moveTablePointer(transaction, importId, expected, nowMs)
  const isApplied = await markApplied(transaction, importId, nowMs)
  if (!isMoved || !isApplied) throw new PointerMoved()
  await deleteLists(transaction, importId)
}

/** @throws ApiError with the reason why a waiting import cannot become current, unless it already is */
export async function requireApplied(context: Context, id: string): Promise<void> {
  const current = await findImport(context.db, id)
  if (current?.state === 'applied') return
  if (current?.state !== 'ready') throw importNotFound()
  const changed = 'The table has changed in the meantime. Upload the file again to see the current changes.'
  throw await whyNot(context, changed)
}

/**
 * Makes a stored table current again, as a new entry of the history.
 * @returns the entry's id
 * @throws PointerMoved if another table is current now
 */
export async function restoreImport(
  transaction: Transaction,
  source: ImportRow,
  adminId: string,
  nowMs: number,
): Promise<string> {
  const id = randomUUIDv7()
  const state = await getTableState(transaction)
  if (state.currentImportId === source.id) throw conflict('This is already the current table.')
  await insertImport(transaction, {
    id,
    state: 'ready',
    tableId: source.tableId,
    adminId,
    fileName: source.fileName,
    sizeBytes: source.sizeBytes,
    sha256: source.sha256,
    rowCount: source.rowCount,
    warningCount: source.warningCount,
    reason: source.reason,
    summary: source.summary,
    restoredFromMs: source.appliedAtMs ?? 0,
    baseImportId: state.currentImportId,
    createdAtMs: nowMs,
  })
  await showWrittenTable(transaction, id, { base: state.currentImportId }, nowMs)
  // This is in the same transaction, so that the purge cannot delete its rows in between.
  if (!(await touchApplied(transaction, source.id, nowMs))) throw importNotFound()
  return id
}

export const notRestored = (context: Context) =>
  whyNot(context, 'Another admin has just changed the table. Reload the history.')

const gone = 'This import no longer exists.'
export const importNotFound = () => notFound(gone)
export function importReplaced({ fileName, atMs }: { fileName: string; atMs: number }): ApiError {
  const at = new Date(atMs).toISOString()
  const when = `${dayFormat.format(atMs)} at ${at.slice(11, 16)} UTC`
  return new ApiError(
    'not_found',
    `This import was discarded because you uploaded “${fileName.slice(0, 200)}” on ${when}. To import this file instead, choose it again.`,
    { replacedBy: { fileName, at } },
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const importNotYours = (id: string) => notYours(gone, `import:${id}`)

export async function runningConflict(db: Db, nowMs: number): Promise<ApiError> {
  const running = await findRunningAdmin(db, nowMs)
  if (!running) return conflict('Another import has just ended. Try again.')
  const name = shownName(running.fullName ?? '', running.email ?? 'Another admin')
  return conflict(`${name} is importing a table right now. Try again in a moment.`)
}

async function whyNot({ db, now }: Context, otherwise: string) {
  return (await isImportRunning(db, now())) ? runningConflict(db, now()) : conflict(otherwise)
}
