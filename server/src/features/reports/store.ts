import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { StoredText } from '../../core/database/queries.ts'
import type { Db, Transaction } from '../../core/database/tables.ts'
import type { ReportsTable } from '../../core/database/tables/users.ts'
import { notFound } from '../../http/errors.ts'
import type { RowError } from '../ndjson/line-kind.ts'
import { findOlder, hasOtherRevision, isNotOlder } from '../ndjson/revision.ts'

const daySeconds = 86_400

/** How many reports are deleted in a transaction: few, because others may be waiting to write. */
export const deletedAtOnce = 100

/**
 * Selects a user's reports from the first to the last UTC day, specified by their starts in ISO 8601; empty: no limit.
 */
export type ReportFilter = { userId: string; from: string; to: string }

export async function countReports(db: Db, filter: ReportFilter): Promise<number> {
  const { count } = await select(db, filter)
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** All reports of a user: their number, the bytes of their documents, and the first and the last `generatedAt`. */
export async function summarizeReports(db: Db, userId: string) {
  const { reports, bytes, first, last } = await db
    .selectFrom('reports')
    .where('userId', '=', userId)
    .select(({ fn }) => [
      fn.countAll<number>().as('reports'),
      sql<number | null>`sum(octet_length(document))`.as('bytes'),
      fn.min<number | null>('generatedAt').as('first'),
      fn.max<number | null>('generatedAt').as('last'),
    ])
    .executeTakeFirstOrThrow()
  return { reports, bytes: bytes ?? 0, generated: first === null || last === null ? null : { first, last } }
}

/** The position of a report in the order of the list, and the bytes of its document. */
export type SizedReport = Pick<ReportsTable, 'generatedAt' | 'id'> & { bytes: number }

/** A page of the list, newest first. The rows before it are skipped in the index only. */
export async function listSizes(
  db: Db,
  filter: ReportFilter,
  { offset = 0, limit }: { offset?: number; limit: number },
): Promise<SizedReport[]> {
  const ids = inOrder(select(db, filter)).select('id').limit(limit).offset(offset)
  return inOrder(db.selectFrom('reports').where('id', 'in', ids))
    .select(sized)
    .execute()
}

/** The reports after this position, even if rows before it have been added or removed. */
export async function listSizesAfter(
  db: Db,
  filter: ReportFilter,
  after: SizedReport | undefined,
  limit: number,
): Promise<SizedReport[]> {
  let query = inOrder(select(db, filter)).select(sized).limit(limit)
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('generatedAt', 'id'), '<', tuple(after.generatedAt, after.id)),
    )
  }
  return query.execute()
}

// Both engines know the size of a document without reading it.
const sized = ['id', 'generatedAt', sql<number>`octet_length(document)`.as('bytes')] as const

/** The document of a report of this user. @throws ApiError `not_found` */
export async function getReport(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  userId: string,
  id: string,
): Promise<StoredReport['document']> {
  const query = db.selectFrom('reports').where('id', '=', id).where('userId', '=', userId)
  const document = (await engine.queries.readTexts(db, query.select(idAndText))).get(id)
  if (document === undefined) throw notFound('The user has no report with this ID.')
  return document
}

export type StoredReport = { id: string; document: StoredText }

/** The documents that still exist, in this order. */
export async function listDocuments(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  filter: ReportFilter,
  reports: readonly SizedReport[],
): Promise<StoredReport[]> {
  const ids = reports.map(({ id }) => id)
  const documents = await engine.queries.readTexts(db, select(db, filter).where('id', 'in', ids).select(idAndText))
  return ids.flatMap((id) => {
    const document = documents.get(id)
    return document ? [{ id, document }] : []
  })
}

const idAndText = ['id', 'document as text'] as const

/**
 * Adds reports, or replaces those whose id exists, unless one belongs to another user or is stored with a newer
 * revision.
 * @param allowsOlder whether a newer revision may be replaced too
 * @returns the ids of the reports that were added or changed
 */
export async function upsertReports(
  transaction: Transaction,
  reports: readonly ReportsTable[],
  allowsOlder = false,
): Promise<string[]> {
  const rows = await transaction
    .insertInto('reports')
    .values(reports)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((builder) => ({
          generatedAt: builder.ref('excluded.generatedAt'),
          document: builder.ref('excluded.document'),
          revision: builder.fn.coalesce('excluded.revision', 'reports.revision'),
        }))
        .whereRef('reports.userId', '=', 'excluded.userId')
        .where((where) =>
          where.and([
            ...(allowsOlder ? [] : [isNotOlder('reports')]),
            where.or([where('reports.document', '<>', where.ref('excluded.document')), hasOtherRevision('reports')]),
          ]),
        ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The reports that are stored for another user, or with a newer revision, by id. */
export async function findReportConflicts(db: Db, reports: readonly ReportsTable[]): Promise<Map<string, RowError>> {
  if (reports.length === 0) return new Map()
  const ids = reports.map(({ id }) => id)
  const rows = await db.selectFrom('reports').select(['id', 'userId', 'revision']).where('id', 'in', ids).execute()
  const stored = new Map(rows.map((row) => [row.id, row]))
  const errors = findOlder(reports, stored)
  for (const { id, userId } of reports) {
    const owner = stored.get(id)?.userId
    if (owner === undefined || owner === userId) continue
    const message = `The report ${JSON.stringify(id)} belongs to another user, and reports can’t change their user`
    errors.set(id, { path: '', code: 'belongs_to_other_user', message })
  }
  return errors
}

function select(db: Db, { userId, from, to }: ReportFilter) {
  let query = db.selectFrom('reports').where('userId', '=', userId)
  if (from !== '') query = query.where('generatedAt', '>=', toSeconds(from))
  if (to !== '') query = query.where('generatedAt', '<', toSeconds(to) + daySeconds)
  return query
}

const toSeconds = (day: string) => Date.parse(day) / 1000

function inOrder(query: ReturnType<typeof select>) {
  return query.orderBy('generatedAt', 'desc').orderBy('id', 'desc')
}
