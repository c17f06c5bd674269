import {
  deletePatientImport,
  getImportedIds,
  listPatientImports,
  restorePatientImport,
} from '@health-console/contract/patients/imports.ts'
import type { FastifyInstance } from 'fastify'
import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { keepReason } from '../../core/audit/reasons.ts'
import type { Context } from '../../core/context.ts'
import { conflict } from '../../http/errors.ts'
import { router } from '../../http/requests/route.ts'
import { discardTable } from './import/import-states.ts'
import { importNotFound, notRestored, PointerMoved, restoreImport } from './import/show-table.ts'
import { findImport, getEntry, listEntries } from './import/store.ts'
import { lockShownTable } from './import/table-state-store.ts'
import { readIds } from './import/summary.ts'
import { presentEntry } from './import/present.ts'

/** The stored tables, and what each changed when it was imported. */
export function declareHistoryRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, now } = context
  const route = router(app, context)

  route(listPatientImports, {
    permission: 'admin',
    action: 'patients.import_history',
    why: 'lists imports, without patients',
    audit: (_call, { data }) => ({ subjects: data.map(({ id }) => `import:${id}` as const) }),
    handler: async () => ({ data: (await listEntries(db, config.patientImportsKept)).map(presentEntry) }),
  })

  route(getImportedIds, {
    permission: 'admin',
    action: 'patients.import_ids',
    why: 'who was added and removed: patients',
    audit: ({ params }, { data }) => ({
      subjects: [
        `import:${params.id}`,
        ...[...data.added, ...data.removed].map((memberId) => `patient:${memberId}` as const),
      ],
    }),
    shows: (_call, { data }) => ({ kind: 'people', rows: data.added.length + data.removed.length }),
    handler: async ({ params }) => ({ data: readIds((await getKept(params.id)).summary) }),
  })

  route(restorePatientImport, {
    permission: 'super_admin',
    action: 'patients.restore',
    why: 'replaces the whole table',
    sensitive: true,
    audit: ({ params }) => ({ subjects: [`import:${params.id}`] }),
    handler: async ({ params, admin, change }) => {
      const source = await findImport(db, params.id)
      if (source?.state !== 'applied') throw importNotFound()
      const restore = change(async (transaction) => {
        const id = await restoreImport(transaction, source, admin.id, now())
        return { data: presentEntry(await getEntry(transaction, id)) }
      })
      return restore.catch(async (error: unknown) => {
        throw error instanceof PointerMoved ? await notRestored(context) : error
      })
    },
  })

  route(deletePatientImport, {
    permission: 'super_admin',
    action: 'patients.import_delete',
    why: 'deletes a table of patients for good',
    sensitive: true,
    audit: ({ shown }) => ({ subjects: shown }),
    handler: async ({ params, body, admin, change, shown }) => {
      const { tableId } = await getKept(params.id)
      const subject: AuditSubject = `import:${params.id}`
      await change(async (transaction) => {
        if ((await lockShownTable(transaction)) === tableId) {
          throw conflict('This is the current table. Import or restore another one first.')
        }
        const deleted = await discardTable(transaction, tableId, now())
        if (!deleted.includes(params.id)) throw importNotFound()
        shown.push(subject, ...deleted.filter((id) => id !== params.id).map((id) => `import:${id}` as const))
        const action = 'patients.import_delete'
        await keepReason(transaction, { action, subject, adminId: admin.id, reason: body.reason, atMs: now() })
      })
    },
  })

  async function getKept(id: string) {
    const entry = await findImport(db, id)
    if (entry?.state !== 'applied') throw importNotFound()
    return entry
  }
}
