import { Readable } from 'node:stream'
import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import {
  auditExportTypes,
  countNewerAuditEvents,
  exportAuditEvents,
  listAuditActors,
  listAuditEvents,
  maxNewer,
} from '@health-console/contract/audit/events.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { sourceOf } from '../../http/requests/rejections.ts'
import { router } from '../../http/requests/route.ts'
import { attachment } from '../../core/storage/attachment.ts'
import { type Ended, startExport } from './export/export-events.ts'
import { type EventPage, isNewer, positionOf } from './search/find-events.ts'
import { presentEvent } from './presenting/present.ts'
import { readCursor, readFilter, readingActions, tooManyIds, writeCursor } from './search/read-query.ts'
import { searchEvents } from './search/search.ts'
import { findStatedReasons } from './presenting/stated-reasons.ts'
import { listStaffNames } from './presenting/staff-names.ts'
import { findSubjectFacts } from './presenting/subject-names.ts'

const pageSize = 50
/** One entry may name a thousand subjects. A page ends before the entry that would make it longer than this. */
const mostSubjectsLength = 512 * 1024

export function auditEventRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db } = context
  const route = router(app, context)

  route(listAuditEvents, {
    permission: 'super_admin',
    action: 'audit.list',
    why: 'one page: rows of the audit log',
    uncompressed: 'request IDs and addresses that callers chose, next to who did what',
    // The page shows who viewed whose data, so the users and patients in it do not count as viewed.
    audit: ({ query }) => ({ subjects: subjectOf(query) }),
    shows: (_call, { data }) => ({ kind: 'audit_rows', rows: data.length }),
    handler: async ({ query: { cursor, ...query } }) => {
      const filter = readFilter(query)
      const found = await searchEvents(context, {
        filter,
        after: cursor === undefined ? null : readCursor(cursor),
        limit: pageSize,
      })
      if (found === 'too-many') throw tooManyIds()
      const { events, next } = withinSize(found)
      const actors = [...new Set(events.flatMap(({ actorId }) => actorId ?? []))]
      const names = new Map((await listStaffNames(db, actors)).map((each) => [each.id, each]))
      const facts = await findSubjectFacts(db, events)
      const reasons = await findStatedReasons(db, events)
      const [newest] = events
      return {
        data: events.map((event) => presentEvent(event, names, facts, reasons.get(event.sequence))),
        meta: {
          nextCursor: next && writeCursor(next),
          newestCursor: newest ? writeCursor(newest) : null,
          toReview: await countOpenFindings(context),
        },
      }
    },
  })

  route(countNewerAuditEvents, {
    permission: 'super_admin',
    action: 'audit.list',
    why: 'only a number up to 100',
    isPolled: true,
    // This is only a number, which shows no entry.
    audit: null,
    handler: async ({ admin, query: { cursor, ...query } }) => {
      const seen = readCursor(cursor)
      const filter = readFilter(query)
      const fromMs = Math.max(filter.fromMs, seen.atMs)
      const found = await searchEvents(context, {
        filter: { ...filter, fromMs },
        after: null,
        limit: maxNewer,
      })
      if (found === 'too-many') throw tooManyIds()
      // Reading the log adds entries too, so a reader would never reach the end.
      const isOwnReading = ({ actorId, action }: { actorId: string | null; action: string }) =>
        actorId === admin.id && readingActions.has(action)
      const newer = found.events.filter((event) => isNewer(event, seen) && !isOwnReading(event))
      return { data: { count: newer.length } }
    },
  })

  route(listAuditActors, {
    permission: 'super_admin',
    action: 'audit.actors',
    why: 'lists staff, whom every admin may see',
    audit: (_call, { data }) => ({
      subjects: data.map(({ id, isService }) =>
        isService ? (`service_account:${id}` as const) : (`admin:${id}` as const),
      ),
    }),
    handler: async () => ({ data: await listStaffNames(db) }),
  })

  route(exportAuditEvents, {
    permission: 'super_admin',
    action: 'audit.export',
    why: 'the whole audit log at once',
    page: '/audit',
    sensitive: true,
    audit: ({ query }) => ({ subjects: subjectOf(query) }),
    rawHandler: async ({ query: { format, ...query }, request }) => {
      const filter = Object.keys(query).length > 0 ? readFilter(query) : undefined
      const entry = { ...sourceOf(request), action: 'audit.export_end' as const, subjects: subjectOf(query) }
      const logEnd = (ended: Ended) => audit.write([{ ...entry, ...ended }])
      const chunks = await startExport(context, { format, filter }, logEnd)
      return (reply) =>
        reply
          .type(`${auditExportTypes[format]}; charset=utf-8`)
          .header('content-disposition', attachment(`audit-log.${format}`))
          .send(Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 }))
    },
  })
}

async function countOpenFindings({ config, db }: Context): Promise<number> {
  if (!config.unusualAccess) return 0
  const query = db.selectFrom('accessFindings').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await query.where('state', '=', 'open').executeTakeFirstOrThrow()).count
}

function withinSize({ events, next }: EventPage): EventPage {
  let length = 0
  const end = events.findIndex(({ subjects }, index) => (length += subjects.length) > mostSubjectsLength && index > 0)
  return end === -1 ? { events, next } : { events: events.slice(0, end), next: positionOf(events[end - 1]) }
}

/** The subject that the caller filtered by. */
const subjectOf = ({ subject }: { subject?: string | undefined }) => (subject ? [subject as AuditSubject] : [])
