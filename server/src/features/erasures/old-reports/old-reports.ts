import type { Context } from '../../../core/context.ts'

type ReportsContext = Pick<Context, 'db' | 'now'>

/** Reports of users on legal hold stay. */
export const selectOlderReports = ({ db, now }: ReportsContext, years: number) =>
  db
    .selectFrom('reports')
    .where('generatedAt', '<', secondsBefore(now(), years))
    .where('userId', 'not in', (holds) => holds.selectFrom('legalHolds').select('userId'))

/**
 * How many reports are older than some years, and how many users they belong to; those of users on legal hold are
 * counted separately.
 */
export async function countOlder(
  part: ReportsContext,
  years: number,
): Promise<{ reports: number; users: number; held: number }> {
  const found = await selectOlderReports(part, years)
    .select(({ fn }) => [fn.countAll<number>().as('reports'), fn.count<number>('userId').distinct().as('users')])
    .executeTakeFirstOrThrow()
  const all = await part.db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .where('generatedAt', '<', secondsBefore(part.now(), years))
    .executeTakeFirstOrThrow()
  return { ...found, held: all.reports - found.reports }
}

function secondsBefore(nowMs: number, years: number): number {
  const day = new Date(nowMs)
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return Math.floor(day.getTime() / 1000)
}
