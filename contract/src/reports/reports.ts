import * as z from 'zod/mini'
import { EpochSeconds, describe, state } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { PageMeta, PageNumber } from '../http/paging.ts'
import { ForeignInteger, Id, Line, Text } from '../values/text.ts'

export const Report = describe(
  z.looseObject({
    reportId: describe(z.string(), 'The ID that your product gave the report.'),
    generatedAt: describe(ForeignInteger, 'When the report was generated. Epoch seconds.'),
  }),
  'A generated report: the whole document as the product stored it. Only these two fields are defined here.',
)
export type Report = z.infer<typeof Report>

const midnight = 'T00:00:00.000Z'
const isDay = (text: string) => text.endsWith(midnight) && z.regexes.date.test(text.slice(0, -midnight.length))

/** A day in UTC as the date filter sends it: `2026-03-07T00:00:00.000Z`. Empty: no filter. */
const ReportDay = state(
  z.string().check(z.refine((text) => text === '' || isDay(text), 'Must be a date such as 2026-03-07T00:00:00.000Z')),
  { pattern: String.raw`^(\d{4}-\d\d-\d\dT00:00:00\.000Z)?$` },
)

const days = {
  date: describe(z._default(ReportDay, ''), 'Only reports of this day, in UTC. Empty: no filter.'),
  from: describe(z._default(ReportDay, ''), 'Only reports from this day on, in UTC. Empty: no limit.'),
  to: describe(z._default(ReportDay, ''), 'Only reports up to this day, in UTC. Empty: no limit.'),
}
type Days = { date: string; from: string; to: string }

const isDayOrRange = z.refine<Days>(({ date, from, to }) => date === '' || (from === '' && to === ''), {
  path: ['date'],
  error: 'Use either a day or a range',
})
const isForward = z.refine<Days>(({ from, to }) => from === '' || to === '' || from <= to, {
  path: ['to'],
  error: 'The range ends before it begins',
})

const ReportsOfDays = z.strictObject(days).check(isDayOrRange, isForward)

const ReportsQuery = z
  .strictObject({
    page: describe(
      z.optional(PageNumber),
      'The number of the page, starting at 1. Absent: the first one. Must not be sent with `all=true`.',
    ),
    ...days,
    all: describe(
      z._default(z.enum(['true', 'false'], 'Must be true or false'), 'false'),
      'Whether to send every report instead of one page.',
    ),
  })
  .check(
    isDayOrRange,
    isForward,
    z.refine(({ page, all }) => page === undefined || all === 'false', {
      path: ['page'],
      error: 'Must not be sent with all=true',
    }),
  )

export const listReports = endpoint({
  name: 'listReports',
  method: 'GET',
  path: '/v1/users/{id}/reports',
  summary: "One page of a user's reports, newest first; with all=true every one of them, and no meta",
  returns: 'The page, or all reports',
  params: z.strictObject({ id: describe(Id, 'The ID of the user.') }),
  query: ReportsQuery,
  response: z.object({
    data: z.object({
      reports: describe(z.array(Report), 'The reports, newest first.'),
      meta: describe(z.optional(PageMeta), 'The position of the page in the list. Absent with `all=true`.'),
      unfilteredAmount: describe(
        z.optional(z.int()),
        "The number of all the user's reports, regardless of the filter. Absent with `all=true`.",
      ),
    }),
  }),
})

export const getReport = endpoint({
  name: 'getReport',
  method: 'GET',
  path: '/v1/users/{id}/reports/{reportId}',
  summary: 'One report of a user; with download=true it is logged as downloaded',
  params: z.strictObject({
    id: describe(Id, 'The ID of the user.'),
    reportId: describe(Id, 'The ID that your product gave the report.'),
  }),
  query: z.strictObject({
    download: describe(
      z._default(z.enum(['true', 'false'], 'Must be true or false'), 'false'),
      'Whether it is logged as a download instead of a view.',
    ),
  }),
  response: z.object({ data: Report }),
})

const LabelTitle = Line(60).check(z.minLength(1, 'Must not be empty'))
const LabelUnit = Line(20)
/** Keys, outermost first: `heartRate.restingBpm`. */
const ReportPath = Text(200).check(z.minLength(1, 'Must not be empty'))

export const ReportLabels = describe(
  z.strictObject({
    readouts: describe(
      z._default(
        z
          .array(
            z.strictObject({
              title: describe(LabelTitle, 'The title of the value.'),
              paths: describe(
                z.array(ReportPath).check(z.minLength(1), z.maxLength(2)),
                'Where its value is. Two are shown together, as 128/79.',
              ),
              unit: describe(z._default(LabelUnit, ''), 'Its unit; empty: none.'),
            }),
          )
          .check(z.maxLength(4, 'At most four')),
        [],
      ),
      'The values at the top.',
    ),
    labels: describe(
      z._default(
        z
          .array(
            z.strictObject({
              path: describe(ReportPath, 'Where the value is: keys, outermost first, such as `heartRate.restingBpm`.'),
              title: describe(LabelTitle, 'The title under which the console shows the value.'),
              unit: describe(z._default(LabelUnit, ''), 'The unit; empty: none.'),
            }),
          )
          .check(
            z.maxLength(1000, 'At most 1,000'),
            z.refine(
              (labels) => new Set(labels.map(({ path }) => path)).size === labels.length,
              'A path is listed twice',
            ),
          ),
        [],
      ),
      'Titles and units in the order in which they are shown. Fields that are not listed follow under their own keys.',
    ),
  }),
  'The layout of reports as a page. Fields that are not listed are shown at the end, under their own keys.',
)
export type ReportLabels = z.infer<typeof ReportLabels>

export const getReportLabels = endpoint({
  name: 'getReportLabels',
  method: 'GET',
  path: '/v1/report-labels',
  summary: 'Titles, units and order of the values in reports, from the setting REPORT_LABELS',
  response: z.object({ data: ReportLabels }),
})

export const getReportModels = endpoint({
  name: 'getReportModels',
  method: 'GET',
  path: '/v1/report-models',
  summary:
    'Which keys of reports contain the SHA-256 of a model, from the setting REPORT_MODEL_KEYS, and the versions by their SHA-256',
  response: z.object({
    data: z.object({
      keys: describe(z.array(z.string()), 'The keys, from the setting `REPORT_MODEL_KEYS`.'),
      versions: describe(
        z.array(
          z.object({
            sha256: describe(z.string(), 'The SHA-256 in hexadecimal digits.'),
            name: describe(z.string(), 'The name of the model.'),
            version: describe(z.int(), 'The number of the version.'),
          }),
        ),
        'The versions, newest first; empty without keys.',
      ),
    }),
  }),
})

export const getReportNumbers = endpoint({
  name: 'getReportNumbers',
  method: 'GET',
  path: '/v1/users/{id}/report-numbers',
  summary: 'The numbers that recur in the newest 300 reports of a user, without the reports',
  params: z.strictObject({ id: describe(Id, 'The ID of the user.') }),
  query: ReportsOfDays,
  response: z.object({
    data: z.object({
      reports: describe(
        z.array(
          z.object({
            reportId: describe(z.string(), 'The ID of the report with the value.'),
            generatedAt: describe(EpochSeconds, 'When the report was generated.'),
          }),
        ),
        'Newest first, at most 300 reports and 8 MiB.',
      ),
      totalAmount: describe(z.int(), 'The number of reports of these days.'),
      leftOut: describe(
        z.optional(
          z.object({
            tooLong: describe(z.int(), 'How many are longer than 1 MiB.'),
            older: describe(z.int(), 'How many are beyond the 300 reports or the 8 MiB.'),
          }),
        ),
        'The reports of these days that are not in `reports`. Servers before 1.1.0 do not send it.',
      ),
      trends: describe(
        z.array(
          z.object({
            path: describe(z.string(), 'Where the values are: keys, outermost first.'),
            unit: describe(z.string(), 'The unit; empty: none.'),
            values: describe(z.array(z.nullable(z.number())), 'A value for each report, null if the report has none.'),
          }),
        ),
        'At most 20 series of numbers.',
      ),
    }),
  }),
})
