import { pageMeta } from '@health-console/contract/http/paging.ts'
import { downloadMarkedFile, listImportChanges, listImportWarnings } from '@health-console/contract/patients/imports.ts'
import { xlsxType } from '@health-console/contract/patients/patients.ts'
import type { FastifyInstance } from 'fastify'
import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import type { Context } from '../../core/context.ts'
import { sourceOf } from '../../http/requests/rejections.ts'
import { router } from '../../http/requests/route.ts'
import { createMarkedFiles } from './marked-file/marked-files.ts'
import { listChanges } from './import/list-changes.ts'
import type { UploadsFolder } from './import/uploads-folder.ts'
import { findBaseTable, getOwnImport, getOwnReadyImport } from './import/own-import.ts'
import { memberIdsOf } from './reading/value-list.ts'
import { presentImport } from './import/present.ts'
import { findingList, readChanges, readWarnings, warningsList } from './import/preview-lists.ts'

/** The routes for the long lists of a preview, a page at a time and as a workbook. */
export function declarePreviewRoutes(app: FastifyInstance, context: Context, uploads: UploadsFolder): void {
  const { config, db, audit } = context
  const workbooks = createMarkedFiles(context, uploads)
  const route = router(app, context)
  const pageOf = (page: number) => ({ offset: (page - 1) * config.pageSize, length: config.pageSize })

  route(listImportChanges, {
    permission: 'admin',
    action: 'patients.import_preview',
    why: "the changes of one's own import: patients",
    audit: ({ params }, { data }) => ({
      subjects: [`import:${params.id}`, ...data.data.map(({ memberId }) => `patient:${memberId}` as const)],
    }),
    shows: (_call, { data }) => ({ kind: 'people', rows: data.data.length }),
    handler: async ({ params, query, admin }) => {
      const entry = await getOwnReadyImport(db, params.id, admin)
      const tables = { now: await findBaseTable(db, entry), next: entry.tableId }
      const changes = await readChanges(db, entry.tableId, query.kind)
      const { rows, total } = await listChanges(context, tables, changes, query, pageOf(query.page))
      return { data: { data: rows, meta: pageMeta(query.page, config.pageSize, total) } }
    },
  })

  route(listImportWarnings, {
    permission: 'admin',
    action: 'patients.import_preview',
    why: "what looks wrong in one's own import: patients",
    audit: ({ params }, { data }) => ({
      subjects: [`import:${params.id}`, ...memberIdsOf(data.data).map((id) => `patient:${id}` as const)],
    }),
    shows: (_call, { data }) => ({ kind: 'people', rows: data.data.length }),
    handler: async ({ params, query, admin }) => {
      const entry = await getOwnReadyImport(db, params.id, admin)
      const name = query.finding === undefined ? warningsList : findingList(query.finding)
      const { rows, total } = await readWarnings(db, entry.tableId, name, pageOf(query.page))
      return { data: { data: rows, meta: pageMeta(query.page, config.pageSize, total) } }
    },
  })

  route(downloadMarkedFile, {
    permission: 'admin',
    action: 'patients.download_marked_file',
    why: 'the whole file at once',
    // This is logged before the workbook is created, and all its patients before it is sent.
    audit: null,
    sensitive: true,
    rawHandler: async ({ params, admin, request }) => {
      const own = await getOwnImport(db, params.id, admin)
      const log = (action: 'patients.download_marked_file' | 'patients.download_rows', subjects: AuditSubject[]) =>
        audit.write([{ ...sourceOf(request), action, outcome: 'ok', subjects }])
      const workbook = await workbooks.make(own, presentImport(own), admin.id, {
        onBegin: () => log('patients.download_marked_file', [`import:${own.id}`]),
        onPatients: (ids) =>
          log(
            'patients.download_rows',
            ids.map((id) => `patient:${id}` as const),
          ),
      })
      return (reply) =>
        reply.type(xlsxType).header('content-disposition', 'attachment; filename="import-marked.xlsx"').send(workbook)
    },
  })
}
