import { ForeignId } from '@health-console/contract/values/text.ts'
import * as z from 'zod/mini'
import type { ReportsTable } from '../../core/database/tables/users.ts'
import type { LineKind } from '../ndjson/line-kind.ts'
import { Revision } from '../ndjson/revision.ts'
import { findErased } from '../users/store.ts'
import { findReportConflicts, upsertReports } from './store.ts'

const latestSecond = Date.parse('9999-12-31T23:59:59Z') / 1000
const expected = 'use whole seconds since 1970, such as 1795120200'

/** Why a value is not the time of a report, with one word for each way in which programs write it. */
function findTimeError(value: unknown): string | undefined {
  if (value === undefined) return `Missing: ${expected}`
  if (value === null) return `Null: ${expected}`
  if (typeof value === 'string' && Number.isNaN(Number(value)) && !Number.isNaN(Date.parse(value)))
    return `A time in ISO 8601: ${expected}`
  if (typeof value !== 'number') return `Not a number: ${expected}`
  if (!Number.isInteger(value)) return `A fraction of a second: ${expected}`
  if (value < 0) return `Before 1970: ${expected}`
  if (value > latestSecond) return `After the year 9999, perhaps milliseconds: ${expected}`
  return undefined
}

const Seconds = z.custom<number>((value) => findTimeError(value) === undefined, {
  error: ({ input }) => findTimeError(input),
})

const ReportLine = z.strictObject({
  userId: ForeignId,
  report: z.looseObject({ reportId: ForeignId, generatedAt: Seconds }),
  revision: Revision,
})
type ReportLine = z.output<typeof ReportLine>

/** The format of reports: one JSON object per line, with the user of the report. */
export const reportLines: LineKind<ReportsTable, ReportLine> = {
  noun: 'report',
  schema: ReportLine,
  toRow: ({ userId, report, revision = null }, line) => ({
    id: report.reportId,
    userId,
    generatedAt: report.generatedAt,
    document: line.rawOf('report'),
    revision,
  }),
  idIn: z.pipe(
    z.looseObject({ report: z.looseObject({ reportId: ForeignId }) }),
    z.transform(({ report }) => report.reportId),
  ),
  userIdOf: (report) => report.userId,
  findErased,
  findConflicts: findReportConflicts,
  tables: ['reports'],
  write: upsertReports,
}
