import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '../../context.ts'
import type { PatientImportsTable } from '../../database/patient-tables.ts'
import { leaseMs, listEntries } from './imports-store.ts'

/** Enough for whoever still reads, or still writes, a table that was dropped. */
const graceMs = 60_000
/** How long a preview waits to be confirmed, and the faults of a refused file to be read. */
const waitMs = 60 * 60_000
const rowsAtOnce = 1_000

export const uploadsDirectory = (dataDir: string) => path.join(dataDir, 'imports')

/**
 * Removes what imports leave behind: those of a server that died, previews nobody confirmed, tables older than the ones
 * that are kept. Rows go a few at a time. Every replica does it; doing it twice changes nothing.
 */
export async function sweepImports({ db, engine, config, now }: Context): Promise<void> {
  const nowMs = now()
  const drop = () => db.updateTable('patientImports').set({ state: 'dropped', report: null, updatedAtMs: nowMs })
  await drop()
    .where('state', '=', 'reading')
    .where('updatedAtMs', '<', nowMs - leaseMs)
    .execute()
  await drop()
    .where('state', 'in', ['ready', 'refused'])
    .where('updatedAtMs', '<', nowMs - waitMs)
    .execute()

  const kept = await listEntries(db, config.patientImportsKept)
  const oldest = kept.at(-1)
  if (oldest && kept.length === config.patientImportsKept) {
    await drop()
      .where('state', '=', 'applied')
      .where('appliedAtMs', '<=', oldest.appliedAtMs)
      .where(
        'id',
        'not in',
        kept.map((entry) => entry.id),
      )
      .where('id', 'not in', (state) =>
        state.selectFrom('patientTableState').select('currentImportId').where('currentImportId', 'is not', null),
      )
      .execute()
  }

  const dropped = await db
    .selectFrom('patientImports')
    .selectAll()
    .where('state', '=', 'dropped')
    .where('updatedAtMs', '<', nowMs - graceMs)
    .execute()
  for (const entry of dropped) await deleteEntry(entry)
  await removeOldUploads(config.dataDir)

  async function deleteEntry({ id, tableId }: PatientImportsTable): Promise<void> {
    if (tableId === id) {
      const user = await db
        .selectFrom('patientImports')
        .select('id')
        .where('tableId', '=', tableId)
        .where('state', '!=', 'dropped')
        .executeTakeFirst()
      // A restored entry still shows its rows.
      if (user) return
      await deleteRows(tableId)
    }
    await db.deleteFrom('patientImports').where('id', '=', id).where('state', '=', 'dropped').execute()
  }

  async function deleteRows(tableId: string): Promise<void> {
    const { last } = await db
      .selectFrom('patients')
      .select((select) => select.fn.max('position').as('last'))
      .where('tableId', '=', tableId)
      .executeTakeFirstOrThrow()
    for (let from = 0; from < (last ?? 0); from += rowsAtOnce) {
      await resting(() =>
        db
          .deleteFrom('patients')
          .where('tableId', '=', tableId)
          .where('position', '>', from)
          .where('position', '<=', from + rowsAtOnce)
          .execute(),
      )
    }
    const indexes = await db
      .selectFrom('patientIndexes')
      .select('name')
      .distinct()
      .where('tableId', '=', tableId)
      .execute()
    for (const { name } of indexes) {
      await resting(() =>
        db.deleteFrom('patientIndexes').where('tableId', '=', tableId).where('name', '=', name).execute(),
      )
    }
  }

  async function resting(work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    await work()
    await engine.letOthersWrite(performance.now() - startedAt)
  }
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
