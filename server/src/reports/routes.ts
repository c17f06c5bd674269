import type { Readable } from 'node:stream'
import { pageMeta } from '@health-console/contract/paging.ts'
import { getReport, listReports } from '@health-console/contract/reports.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { router } from '../http/route.ts'
import { getUser } from '../users/store.ts'
import * as store from './store.ts'
import { streamReports } from './stream-reports.ts'

export function reportRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const route = router(app, context)

  route(listReports, {
    permission: 'admin',
    action: 'reports.list',
    audit: ({ params, query }) => ({
      subjects: [`user:${params.id}`],
      ...(query.all === 'true' && { action: 'reports.download_all' }),
    }),
    handler: async ({ params, query: { page, date, from, to, all } }) => {
      const user = await getUser(db, params.id)
      const filter = { userId: user.id, from: date || from, to: date || to }
      if (all === 'true') return asJson(streamReports(db, filter))

      const limit = config.pageSize
      const total = await store.countReports(db, filter)
      const isFiltered = filter.from !== '' || filter.to !== ''
      const unfilteredAmount = isFiltered ? await store.countReports(db, everyDay(user.id)) : total
      const documents = await store.listReports(db, filter, { offset: (page - 1) * limit, limit })
      const meta = JSON.stringify(pageMeta(page, limit, total))
      // Sent unparsed: serializing again would change the order of fields and the form of numbers.
      return asJson(
        `{"data":{"reports":[${documents.join(',')}],"meta":${meta},"unfilteredAmount":${unfilteredAmount}}}`,
      )
    },
  })

  route(getReport, {
    permission: 'admin',
    action: 'report.view',
    audit: ({ params }) => ({ subjects: [`user:${params.id}`, `report:${params.reportId}`] }),
    handler: async ({ params }) => {
      const user = await getUser(db, params.id)
      return asJson(`{"data":${await store.getReport(db, user.id, params.reportId)}}`)
    },
  })
}

const everyDay = (userId: string) => ({ userId, from: '', to: '' })

const asJson = (json: Readable | string) => (reply: FastifyReply) =>
  reply.type('application/json; charset=utf-8').send(json)
