import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { pageMeta } from '@health-console/contract/http/paging.ts'
import {
  getReport,
  getReportLabels,
  getReportModels,
  getReportNumbers,
  listReports,
  ReportLabels,
} from '@health-console/contract/reports/reports.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { createQueue } from '../../core/queue.ts'
import { sourceOf } from '../../http/requests/rejections.ts'
import { router } from '../../http/requests/route.ts'
import { whenGone } from '../../http/connections/when-gone.ts'
import { getUser } from '../users/store.ts'
import demoLabels from './demo-labels.json' with { type: 'json' }
import { readNumbers } from './read-numbers.ts'
import * as store from './store.ts'
import { listPart, readAllReports, readReports } from './read-reports.ts'
import { sendDocuments } from './send-documents.ts'
import { listHashedVersions } from '../files/versions/store.ts'

type Days = { date: string; from: string; to: string }

export function reportRoutes(app: FastifyInstance, context: Context): void {
  const { audit, config, db } = context
  const route = router(app, context)
  const labels = labelsOf(config)
  const queue = createQueue({
    most: 2,
    mostOfOwner: 1,
    longest: 100,
    longestWaitMs: 10_000,
    busy: { message: 'Too many charts at the moment. Try again in a few seconds.', retryAfterSeconds: 3 },
  })

  route(listReports, {
    permission: 'admin',
    action: 'reports.list',
    why: 'one page, or all reports of one user: reports',
    audit: ({ params, query, shown }) => ({
      subjects: [`user:${params.id}`, ...shown],
      ...(query.all === 'true' && { action: 'reports.download_all' }),
    }),
    shows: async ({ params, query, shown }) => ({
      kind: 'reports',
      rows: query.all === 'true' ? await store.countReports(db, filterOf(params.id, query)) : shown.length,
    }),
    rawHandler: async ({ params, query, shown, request }) => {
      const { page = 1, all } = query
      const user = await getUser(db, params.id)
      const filter = filterOf(user.id, query)
      if (all === 'true') {
        // A HEAD request shows nothing.
        const first = request.method === 'HEAD' ? [] : await listPart(db, filter)
        shown.push(...first.map(subjectOf))
        const entry = { ...sourceOf(request), action: 'reports.download_rows', outcome: 'ok' } as const
        const logPart = (part: store.SizedReport[]) =>
          audit.write([{ ...entry, subjects: [`user:${user.id}`, ...part.map(subjectOf)] }])
        return sendDocuments(
          '{"data":{"reports":[',
          documentsOf(readAllReports(context, filter, first, { logPart, expectUser: () => getUser(db, user.id) })),
          ']}}',
        )
      }

      const limit = config.pageSize
      const total = await store.countReports(db, filter)
      const isFiltered = filter.from !== '' || filter.to !== ''
      const unfilteredAmount = isFiltered ? await store.countReports(db, { ...filter, from: '', to: '' }) : total
      const reports = await store.listSizes(db, filter, { offset: (page - 1) * limit, limit })
      shown.push(...reports.map(subjectOf))
      const meta = JSON.stringify(pageMeta(page, limit, total))
      return sendDocuments(
        '{"data":{"reports":[',
        documentsOf(readReports(context, filter, reports)),
        `],"meta":${meta},"unfilteredAmount":${unfilteredAmount}}}`,
      )
    },
  })

  route(getReport, {
    permission: 'admin',
    action: 'report.view',
    why: 'one of the reports',
    audit: ({ params, query }) => ({
      subjects: [`user:${params.id}`, `report:${params.reportId}`],
      ...(query.download === 'true' && { action: 'report.download' }),
    }),
    shows: () => ({ kind: 'reports', rows: 1 }),
    rawHandler: async ({ params }) => {
      const user = await getUser(db, params.id)
      const document = await store.getReport(context, user.id, params.reportId)
      return sendDocuments('{"data":', [document], '}')
    },
  })

  route(getReportNumbers, {
    permission: 'admin',
    action: 'reports.numbers',
    why: 'numbers of up to 300 reports of one user: reports',
    audit: ({ params, shown }) => ({ subjects: [`user:${params.id}`, ...shown] }),
    shows: ({ shown }) => ({ kind: 'reports', rows: shown.length }),
    handler: async ({ params, query, shown, admin, reply }) => {
      const user = await getUser(db, params.id)
      const filter = filterOf(user.id, query)
      const signal = whenGone(reply)
      const data = await queue.run(() => readNumbers(context, filter, labels, signal), {
        owner: admin.session.id,
        signal,
      })
      shown.push(...data.reports.map(({ reportId }) => `report:${reportId}` as const))
      return { data }
    },
  })

  route(getReportLabels, {
    permission: 'admin',
    action: 'report.view',
    why: 'a setting, without personal data',
    // The response is about no one; the view of the report is logged.
    audit: null,
    handler: async () => ({ data: labels }),
  })

  route(getReportModels, {
    permission: 'admin',
    action: 'report.view',
    why: 'names and hashes of files, which every admin may see',
    // The same applies here.
    audit: null,
    handler: async () => {
      const keys = config.reportModelKeys
      return { data: { keys, versions: keys.length === 0 ? [] : await listHashedVersions(db) } }
    },
  })
}

/** Demo data has its own labels. */
function labelsOf({ demo, reportLabels }: Context['config']): ReportLabels {
  return reportLabels ?? ReportLabels.parse(demo ? demoLabels : {})
}

const filterOf = (userId: string, { date, from, to }: Days) => ({ userId, from: date || from, to: date || to })

const subjectOf = ({ id }: { id: string }): AuditSubject => `report:${id}`

async function* documentsOf(
  reports: AsyncIterable<store.StoredReport>,
): AsyncGenerator<store.StoredReport['document']> {
  for await (const { document } of reports) yield document
}
