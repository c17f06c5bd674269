import { pageMeta } from '@health-console/contract/paging.ts'
import { listImportChanges, listImportWarnings } from '@health-console/contract/patient-imports.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { router } from '../http/route.ts'
import { listChanges } from './import/list-changes.ts'
import { findBaseTable, getOwnReadyImport } from './import/own-import.ts'
import { findingList, readWarnings, warningsList } from './import/preview-lists.ts'

/** The long lists of a preview, a page at a time. */
export function declarePreviewRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const route = router(app, context)
  const pageOf = (page: number) => ({ offset: (page - 1) * config.pageSize, length: config.pageSize })

  route(listImportChanges, {
    permission: 'admin',
    action: 'patients.import_preview',
    audit: ({ params }, { data }) => ({
      subjects: [`import:${params.id}`, ...data.data.map(({ memberId }) => `patient:${memberId}` as const)],
    }),
    shows: (_call, { data }) => ({ kind: 'people', rows: data.data.length }),
    handler: async ({ params, query, admin }) => {
      const entry = await getOwnReadyImport(db, params.id, admin)
      const tables = { now: await findBaseTable(db, entry), next: entry.tableId }
      const { rows, total } = await listChanges(db, tables, query, pageOf(query.page))
      return { data: { data: rows, meta: pageMeta(query.page, config.pageSize, total) } }
    },
  })

  route(listImportWarnings, {
    permission: 'admin',
    action: 'patients.import_preview',
    audit: ({ params }) => ({ subjects: [`import:${params.id}`] }),
    shows: (_call, { data }) => ({ kind: 'people', rows: data.data.length }),
    handler: async ({ params, query, admin }) => {
      const entry = await getOwnReadyImport(db, params.id, admin)
      const name = query.finding === undefined ? warningsList : findingList(query.finding)
      const { rows, total } = await readWarnings(db, entry.tableId, name, pageOf(query.page))
      return { data: { data: rows, meta: pageMeta(query.page, config.pageSize, total) } }
    },
  })
}
