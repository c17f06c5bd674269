import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '../../context.ts'
import type { PatientImportsTable } from '../../database/tables/patients.ts'
import { deleteTable } from '../write-table.ts'
import { dropAppliedUntil, dropUntouchedSince } from './import-states.ts'
import { deleteDroppedImport, isTableInUse, listDroppedBefore, listEntries } from './store.ts'
import { leaseMs } from './table-state-store.ts'

/** Enough for whoever still reads, or still writes, a table that was dropped. */
const graceMs = 60_000
/** How long a preview waits to be confirmed, and the faults of a refused file to be read. */
const waitMs = 60 * 60_000

export const uploadsDirectory = (dataDir: string) => path.join(dataDir, 'imports')

/**
 * Removes what imports leave behind: those of a server that died, previews nobody confirmed, tables older than the ones
 * that are kept. Rows go a few at a time. Every replica does it; doing it twice changes nothing.
 */
export async function sweepImports(context: Context): Promise<void> {
  const { db, config, now } = context
  const nowMs = now()
  await dropInterrupted(context, nowMs)
  await dropUntouchedSince(db, ['ready', 'refused'], nowMs - waitMs, nowMs)
  const kept = await listEntries(db, config.patientImportsKept)
  const oldest = kept.at(-1)
  if (oldest && kept.length === config.patientImportsKept) {
    const keptIds = kept.map((entry) => entry.id)
    await dropAppliedUntil(db, oldest.appliedAtMs, keptIds, nowMs)
  }
  for (const entry of await listDroppedBefore(db, nowMs - graceMs)) await deleteEntry(context, entry)
  await removeOldUploads(config.dataDir)
}

/** Those whose server died: nobody else can tell how they ended. */
async function dropInterrupted({ db, audit }: Context, nowMs: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const dropped = await dropUntouchedSince(transaction, ['reading'], nowMs - leaseMs, nowMs)
    const entry = { action: 'patients.import', outcome: 'failed', reason: 'unavailable', address: null } as const
    const entries = dropped.map(({ id, adminId }) => ({ ...entry, subject: id, actorId: adminId, requestId: null }))
    await audit.append(transaction, entries)
  })
}

async function deleteEntry({ db, engine }: Context, { id, tableId }: PatientImportsTable): Promise<void> {
  if (tableId === id) {
    // A restored entry still shows its rows.
    if (await isTableInUse(db, tableId)) return
    await deleteTable({ db, engine }, tableId)
  }
  await deleteDroppedImport(db, id)
}

/** Files of uploads that no server has ended. */
async function removeOldUploads(dataDir: string): Promise<void> {
  const directory = uploadsDirectory(dataDir)
  const names = await readdir(directory).catch(() => [])
  for (const name of names) {
    const file = path.join(directory, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - waitMs) await rm(file, { force: true })
  }
}
