import { buffer } from 'node:stream/consumers'
import { pageMeta } from '@health-console/contract/http/paging.ts'
import {
  downloadPatients,
  downloadPatientTemplate,
  listPatients,
  xlsxType,
} from '@health-console/contract/patients/patients.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { sourceOf } from '../../http/requests/rejections.ts'
import { router } from '../../http/requests/route.ts'
import { writeTemplate } from './import/write-template.ts'
import { downloadTable } from './table/download-table.ts'
import { needleOf } from './table/find-positions.ts'
import { readAll, readPage } from './table/list-patients.ts'

/** The routes for the list of patients, and its downloads. */
export function declareListRoutes(app: FastifyInstance, context: Context): void {
  const { config, audit } = context
  const route = router(app, context)

  route(listPatients, {
    permission: 'admin',
    action: 'patients.view',
    why: 'one page: patients',
    audit: ({ query }, { data }) => ({
      subjects: data.data.map(({ memberId }) => `patient:${memberId}` as const),
      ...(needleOf(query.search) !== '' && { action: 'patients.search' }),
    }),
    shows: (_call, { data }) => ({ kind: 'people', rows: data.data.length }),
    handler: async ({ query }) => {
      const { rows, totalAmount, shown } = await readPage(
        context,
        { offset: (query.page - 1) * config.pageSize, limit: config.pageSize },
        query,
      )
      const appliedAt = new Date(shown?.appliedAtMs ?? 0).toISOString()
      return {
        data: {
          data: rows.map((row) => ({ ...row, createdAt: appliedAt })),
          meta: pageMeta(query.page, config.pageSize, totalAmount),
          updatedAt: shown ? appliedAt : '',
        },
      }
    },
  })

  route(downloadPatients, {
    permission: 'admin',
    action: 'patients.download',
    why: 'the whole table at once',
    // The entries that are written while the patients are sent list them.
    audit: () => ({ subjects: [] }),
    sensitive: true,
    rawHandler: async ({ query, request }) => {
      const entry = { ...sourceOf(request), action: 'patients.download_rows', outcome: 'ok' } as const
      const log = (memberIds: string[]) =>
        audit.write([{ ...entry, subjects: memberIds.map((id) => `patient:${id}` as const) }])
      return (reply) =>
        reply
          .type(xlsxType)
          .header(
            'content-disposition',
            `attachment; filename="hospital-patients${needleOf(query.search) === '' ? '' : '-results'}.xlsx"`,
          )
          .send(downloadTable(readAll(context, query), log))
    },
  })

  route(downloadPatientTemplate, {
    permission: 'admin',
    action: 'patients.template',
    why: 'an empty table',
    audit: () => ({ subjects: [] }),
    rawHandler: async () => {
      const workbook = await buffer(writeTemplate())
      return (reply) =>
        reply
          .type(xlsxType)
          .header('content-disposition', 'attachment; filename="patients-template.xlsx"')
          .send(workbook)
    },
  })
}
