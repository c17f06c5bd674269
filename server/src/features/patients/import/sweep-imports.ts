import { byServer } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import type { PatientImportsTable } from '../../../core/database/tables/patients.ts'
import { deleteTable } from '../table/write-table.ts'
import { dropAppliedUntil, dropUntouchedSince } from './import-states.ts'
import { forgetUnprovenLayouts } from './layout-store.ts'
import { deleteLists } from './list-chunks.ts'
import { deleteDroppedImport, forgetRows, isTableInUse, listDroppedBefore, listEntries } from './store.ts'
import { leaseMs } from './table-state-store.ts'
import { removeDeadUploads } from './uploads-folder.ts'

/** The time for readers and writers of a dropped table to finish. */
const graceMs = 60_000
/** How long a preview can be confirmed, and how long the errors of a rejected file can be read. */
const waitMs = 60 * 60_000
/** How long questions can be answered: someone else may have to be asked. The file is stored as long. */
const answerMs = 24 * waitMs
/** How long the other tabs of an admin can say which upload discarded theirs. */
const replacedMs = 24 * waitMs

/**
 * Removes what imports leave: imports of a dead server, unconfirmed previews, tables older than those in the history,
 * and the answers that 1.0.0 has remembered.
 * Rows are deleted in small batches. Every replica does this; repeating it changes nothing.
 */
export async function sweepImports(context: Context): Promise<void> {
  const { db, engine, config, now } = context
  const nowMs = now()
  await dropInterrupted(context, nowMs)
  await dropUnprovenLayouts(context)
  await dropUntouchedSince(db, ['ready', 'rejected'], nowMs - waitMs, nowMs)
  await dropUntouchedSince(db, ['asking'], nowMs - answerMs, nowMs)
  const newest = await listEntries(db, config.patientImportsKept)
  const oldest = newest.at(-1)
  if (oldest && newest.length === config.patientImportsKept) {
    const keptIds = newest.map((entry) => entry.id)
    await dropAppliedUntil(db, oldest.appliedAtMs, keptIds, nowMs)
  }
  const replacedBeforeMs = nowMs - replacedMs
  const dropped = await listDroppedBefore(db, { beforeMs: nowMs - graceMs, replacedBeforeMs })
  for (const entry of dropped) await deleteEntry(context, entry, replacedBeforeMs)
  // They contained what was found in the files, such as values.
  if (dropped.length > 0)
    for (const table of ['patient_imports', 'patient_import_lists'] as const) await engine.forgetDeleted?.(table)
  await removeDeadUploads(config.dataDir)
}

/** Drops imports whose server died and marks them as failed. */
async function dropInterrupted({ db, audit }: Context, nowMs: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const dropped = await dropUntouchedSince(transaction, ['reading'], nowMs - leaseMs, nowMs)
    const entry = { ...byServer, action: 'patients.import', outcome: 'failed', reason: 'unavailable' } as const
    const entries = dropped.map(({ id, adminId }) => ({
      ...entry,
      subjects: [`import:${id}` as const],
      actorId: adminId,
    }))
    await audit.append(transaction, entries)
  })
}

async function dropUnprovenLayouts({ db, audit }: Context): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const count = await forgetUnprovenLayouts(transaction)
    if (count === 0) return
    await audit.append(transaction, [{ ...byServer, action: 'patients.layout_forget', subjects: [], count }])
  })
}

async function deleteEntry(
  { db, engine }: Context,
  { id, tableId, report, updatedAtMs }: PatientImportsTable,
  replacedBeforeMs: number,
): Promise<void> {
  if (tableId === id) {
    // A restored entry still uses its rows.
    if (await isTableInUse(db, tableId)) return
    await deleteTable({ db, engine }, tableId)
    // Before the entry is deleted, so that the next run continues if this one is killed.
    await engine.forgetDeleted?.('patients')
    await deleteLists(db, id)
  }
  if (report !== null && updatedAtMs >= replacedBeforeMs) await forgetRows(db, id)
  else await deleteDroppedImport(db, id)
}
