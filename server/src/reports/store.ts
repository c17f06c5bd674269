import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { ReportsTable } from '../database/tables/users.ts'

const daySeconds = 86_400

/** The reports of a user, optionally of one UTC day. */
export type ReportFilter = { userId: string; day: string }

export async function countReports(db: Kysely<Tables>, filter: ReportFilter): Promise<number> {
  const { count } = await select(db, filter)
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Documents, newest first. The rows before the page are skipped using only the index. */
export async function listReports(
  db: Kysely<Tables>,
  filter: ReportFilter,
  page: { offset: number; limit: number },
): Promise<string[]> {
  const ids = inOrder(select(db, filter)).select('id').limit(page.limit).offset(page.offset)
  const rows = await inOrder(db.selectFrom('reports').where('id', 'in', ids))
    .select('document')
    .execute()
  return rows.map((row) => row.document)
}

type Position = Pick<ReportsTable, 'generatedAt' | 'id'>

/** The next documents after a position in the same order, even if rows before it were added or removed meanwhile. */
export async function listReportsAfter(
  db: Kysely<Tables>,
  filter: ReportFilter,
  after: Position | undefined,
  limit: number,
): Promise<(Position & { document: string })[]> {
  let query = inOrder(select(db, filter)).select(['id', 'generatedAt', 'document']).limit(limit)
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('generatedAt', 'id'), '<', tuple(after.generatedAt, after.id)),
    )
  }
  return query.execute()
}

/** Adds reports, or updates those whose id exists. */
export async function upsertReports(transaction: Transaction<Tables>, reports: readonly ReportsTable[]): Promise<void> {
  await transaction
    .insertInto('reports')
    .values(reports)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((given) => ({
        userId: given.ref('excluded.userId'),
        generatedAt: given.ref('excluded.generatedAt'),
        document: given.ref('excluded.document'),
      })),
    )
    .execute()
}

function select(db: Kysely<Tables>, { userId, day }: ReportFilter) {
  const query = db.selectFrom('reports').where('userId', '=', userId)
  if (day === '') return query
  const from = Date.parse(day) / 1000
  return query.where('generatedAt', '>=', from).where('generatedAt', '<', from + daySeconds)
}

function inOrder(query: ReturnType<typeof select>) {
  return query.orderBy('generatedAt', 'desc').orderBy('id', 'desc')
}
