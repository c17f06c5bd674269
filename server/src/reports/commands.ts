import { ForeignId } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'
import { importCommand } from '../ndjson/import-file.ts'
import { upsertReports } from './store.ts'

const latestSecond = Date.parse('9999-12-31T23:59:59Z') / 1000
const seconds = z
  .number()
  .check(
    z.refine(
      (value) => Number.isInteger(value) && value >= 0 && value <= latestSecond,
      'Whole seconds since 1970 are expected',
    ),
  )

const mostLevels = 100

/** Whether objects and lists lie deeper in each other than that. */
function isTooDeep(value: object): boolean {
  let level: object[] = [value]
  for (let depth = 0; depth < mostLevels; depth += 1)
    level = level.flatMap((each) => Object.values(each).filter((child) => typeof child === 'object' && child !== null))
  return level.length > 0
}

const ReportLine = z.strictObject({
  userId: ForeignId,
  report: z.looseObject({ reportId: ForeignId, generatedAt: seconds }).check(
    z.refine((report) => !isTooDeep(report), `At most ${mostLevels} levels of nesting are allowed`),
    // Writing one that is too deep would overflow the stack.
    z.refine(
      (report) => isTooDeep(report) || !JSON.stringify(report).includes(String.raw`\u0000`),
      'NUL characters are not allowed',
    ),
  ),
})

export const importReportsCommand = importCommand(
  'Add reports, or replace those whose id exists, from a file with {"userId", "report"} on each line.',
  {
    noun: 'report',
    schema: ReportLine,
    toRow: ({ userId, report }, json) => ({
      id: report.reportId,
      userId,
      generatedAt: report.generatedAt,
      // The validated copy has its fields in another order.
      document: JSON.stringify(Object(json).report),
    }),
    idOf: (report) => report.id,
    tables: ['reports'],
    write: upsertReports,
  },
)
