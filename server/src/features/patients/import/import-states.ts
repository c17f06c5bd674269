import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportPreview } from '@health-console/contract/patients/imports.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import type { PatientImportsTable } from '../../../core/database/tables/patients.ts'
import type { ImportError } from '../reading/import-error.ts'
import type { Understood } from '../reading/understand.ts'
import { ownAnswers } from '../reading/questions/answer-sources.ts'
import { type ImportedIds, writeSummary } from './summary.ts'
import type { Db } from '../../../core/database/tables.ts'

// All changes of an import's state. Each is one conditional update: of two concurrent changes one succeeds, and the other
// returns false, as where the import was cancelled or abandoned.
//
//   reading ──> ready ──> applied     The table is read and written; shown at once, or when it is confirmed.
//     │ └─────> rejected               The file is not accepted.
//     └───────> asking                The file leaves something open.
//   asking, ready, rejected ──> reading or asking   It is answered, for the first time or again.
//   any state ──> dropped             No longer visible. Its rows are deleted later.

type State = PatientImportsTable['state']

export function setProgress(db: Db, id: string, progress: object, nowMs: number): Promise<boolean> {
  return change(db, id, 'reading', { report: JSON.stringify(progress), updatedAtMs: nowMs })
}

export function markReady(
  db: Db,
  id: string,
  { survey, reading, preview, ids }: Understood & { preview: ImportPreview; ids: ImportedIds },
  nowMs: number,
): Promise<boolean> {
  return change(db, id, 'reading', {
    survey: JSON.stringify(survey),
    ...answersUsed(reading),
    state: 'ready',
    rowCount: preview.rowsInFile,
    addedCount: preview.added,
    changedCount: preview.changed,
    removedCount: preview.removed,
    warningCount: preview.warningCount,
    report: JSON.stringify({ reading, preview }),
    summary: writeSummary(reading, preview, ids),
    updatedAtMs: nowMs,
  })
}

/** @param understood how the file was read, if other answers may help */
export function markRejected(
  db: Db,
  id: string,
  error: ImportError,
  understood: Understood | undefined,
  nowMs: number,
): Promise<boolean> {
  return change(db, id, 'reading', {
    state: 'rejected',
    survey: understood ? JSON.stringify(understood.survey) : null,
    ...(understood && answersUsed(understood.reading)),
    report: JSON.stringify({ error, reading: understood?.reading ?? null }),
    updatedAtMs: nowMs,
  })
}

export function markAsking(db: Db, id: string, { survey, reading }: Understood, nowMs: number): Promise<boolean> {
  return change(db, id, 'reading', {
    state: 'asking',
    survey: JSON.stringify(survey),
    ...answersUsed(reading),
    report: JSON.stringify({ reading }),
    updatedAtMs: nowMs,
  })
}

/** Kept answers count as given in this import. */
function answersUsed({ sources = [] }: ImportReading): { answers?: string } {
  return sources.some(({ kind }) => kind === 'kept') ? { answers: JSON.stringify(ownAnswers(sources)) } : {}
}

/** Stores answers after which something is still open. */
export function askAgain(
  db: Db,
  { id, state }: { id: string; state: State },
  { answers, reading }: { answers: ImportAnswers; reading: ImportReading },
  nowMs: number,
): Promise<boolean> {
  const report = JSON.stringify({ reading })
  return change(db, id, state, { state: 'asking', answers: JSON.stringify(answers), report, updatedAtMs: nowMs })
}

/** Begins to read a file again, with answers that leave nothing open. */
export function readAgain(
  db: Db,
  { id, state }: { id: string; state: State },
  begun: { answers: ImportAnswers; baseImportId: string | null; report: object },
  nowMs: number,
): Promise<boolean> {
  return change(db, id, state, {
    state: 'reading',
    answers: JSON.stringify(begun.answers),
    baseImportId: begun.baseImportId,
    report: JSON.stringify(begun.report),
    updatedAtMs: nowMs,
  })
}

/** Stores why an import is correct although findings question it. */
export function setReason(db: Db, id: string, reason: string): Promise<boolean> {
  return change(db, id, 'ready', { reason })
}

export function markApplied(db: Db, id: string, nowMs: number): Promise<boolean> {
  return change(db, id, 'ready', {
    state: 'applied',
    appliedAtMs: nowMs,
    report: null,
    survey: null,
    updatedAtMs: nowMs,
  })
}

/** Records that the rows of a stored table are in use. */
export function touchApplied(db: Db, id: string, nowMs: number): Promise<boolean> {
  return change(db, id, 'applied', { updatedAtMs: nowMs })
}

export function dropImport(db: Db, id: string, from: State, nowMs: number): Promise<boolean> {
  return change(db, id, from, dropped(nowMs))
}

/**
 * Drops the earlier imports of an admin: previews that were never confirmed, unanswered questions and rejected files.
 * @param fileName the file that replaces them
 */
export async function dropEarlierImports(db: Db, adminId: string, fileName: string, nowMs: number): Promise<void> {
  await db
    .updateTable('patientImports')
    .set({ ...dropped(nowMs), report: JSON.stringify({ fileName }) })
    .where('adminId', '=', adminId)
    .where('state', 'in', ['asking', 'ready', 'rejected'])
    .execute()
}

/** Drops all imports in one of these states that were last changed before a given time. @returns the dropped imports */
export function dropUntouchedSince(db: Db, states: State[], beforeMs: number, nowMs: number) {
  return drop(db, nowMs)
    .where('state', 'in', states)
    .where('updatedAtMs', '<', beforeMs)
    .returning(['id', 'adminId'])
    .execute()
}

/** Drops tables applied up to a given time, except `keptIds` and the current one. */
export async function dropAppliedUntil(
  db: Db,
  appliedAtMs: number | null,
  keptIds: readonly string[],
  nowMs: number,
): Promise<void> {
  await drop(db, nowMs)
    .where('state', '=', 'applied')
    .where('appliedAtMs', '<=', appliedAtMs)
    .where('id', 'not in', keptIds)
    .where('id', 'not in', (state) =>
      state.selectFrom('patientTableState').select('currentImportId').where('currentImportId', 'is not', null),
    )
    .execute()
}

/** Drops a stored table with all entries that show its rows. @returns the ids of the entries */
export async function discardTable(db: Db, tableId: string, nowMs: number): Promise<string[]> {
  const entries = await drop(db, nowMs)
    .where('tableId', '=', tableId)
    .where('state', '=', 'applied')
    .returning('id')
    .execute()
  return entries.map(({ id }) => id)
}

const drop = (db: Db, nowMs: number) => db.updateTable('patientImports').set(dropped(nowMs))

const dropped = (nowMs: number) =>
  ({ state: 'dropped', report: null, survey: null, answers: null, summary: null, updatedAtMs: nowMs }) as const

async function change(
  db: Db,
  id: string,
  from: State,
  values: Partial<Omit<PatientImportsTable, 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('patientImports')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
