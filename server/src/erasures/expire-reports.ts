import type { AuditSubject } from '@health-console/contract/audit-actions.ts'
import { byServer } from '../audit/entry.ts'
import type { Context } from '../context.ts'

type Part = Pick<Context, 'db' | 'audit' | 'config' | 'now'>

/** As in `finish-erasures.ts`. */
const batchReports = 100
/** Found by one walk through the index. */
const foundAtOnce = 10_000

/** Epoch seconds before which reports are old; undefined when they are kept. */
function oldBefore({ config, now }: Pick<Part, 'config' | 'now'>): number | undefined {
  if (config.reportsKeptYears === undefined) return undefined
  const day = new Date(now())
  day.setUTCFullYear(day.getUTCFullYear() - config.reportsKeptYears)
  return Math.floor(day.getTime() / 1000)
}

const selectOld = ({ db }: Pick<Part, 'db'>, before: number) =>
  db
    .selectFrom('reports')
    .where('generatedAt', '<', before)
    .where('userId', 'not in', (holds) => holds.selectFrom('userHolds').select('userId'))

/** How many reports are older than `REPORTS_KEPT_YEARS`, and of how many users; those of users with a hold stay. */
export async function countOldReports(
  context: Part,
): Promise<{ reports: number; users: number; held: number } | undefined> {
  const before = oldBefore(context)
  if (before === undefined) return undefined
  const found = await selectOld(context, before)
    .select(({ fn }) => [fn.countAll<number>().as('reports'), fn.count<number>('userId').distinct().as('users')])
    .executeTakeFirstOrThrow()
  const all = await context.db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .where('generatedAt', '<', before)
    .executeTakeFirstOrThrow()
  return { ...found, held: all.reports - found.reports }
}

/** Deletes the reports that are older than `REPORTS_KEPT_YEARS`, batch by batch. A stop loses nothing. */
export async function expireReports(context: Part, signal: AbortSignal): Promise<void> {
  const before = oldBefore(context)
  if (before === undefined) return
  for (;;) {
    const found = await selectOld(context, before).select(['id', 'userId']).limit(foundAtOnce).execute()
    for (let start = 0; start < found.length; start += batchReports) {
      if (signal.aborted) return
      await deleteBatch(context, before, found.slice(start, start + batchReports))
    }
    if (found.length < foundAtOnce) return
  }
}

function deleteBatch(context: Part, before: number, found: { id: string; userId: string }[]): Promise<void> {
  const { db, audit } = context
  return db.transaction().execute(async (transaction) => {
    const ids = found.map(({ id }) => id)
    const old = selectOld({ db: transaction }, before).select('id').where('id', 'in', ids)
    // A hold may have been set, and another replica may have deleted some.
    const deleted = await transaction.deleteFrom('reports').where('id', 'in', old).returning(['id', 'userId']).execute()
    if (deleted.length === 0) return
    const subjects = [
      ...new Set(deleted.map(({ userId }): AuditSubject => `user:${userId}`)),
      ...deleted.map(({ id }): AuditSubject => `report:${id}`),
    ]
    await audit.append(transaction, [{ ...byServer, action: 'reports.expire', subjects }])
  })
}
