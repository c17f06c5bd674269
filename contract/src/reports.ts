import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { PageMeta, PageNumber } from './http/paging.ts'
import { ForeignInteger, Id, Line, Text } from './values/text.ts'

/** A generated report: the whole document as the product stored it. Only these two fields are defined here. */
export const Report = z.looseObject({
  reportId: z.string(),
  /** Epoch seconds. */
  generatedAt: ForeignInteger,
})
export type Report = z.infer<typeof Report>

const midnight = 'T00:00:00.000Z'
const isDay = (text: string) => text.endsWith(midnight) && z.regexes.date.test(text.slice(0, -midnight.length))

/** A day in UTC as the date filter sends it: `2026-03-07T00:00:00.000Z`. Empty: no filter. */
const ReportDay = z
  .string()
  .check(z.refine((text) => text === '' || isDay(text), 'Must be a date such as 2026-03-07T00:00:00.000Z'))

const days = {
  date: z._default(ReportDay, ''),
  /** The first and the last day of a range; either may be open. */
  from: z._default(ReportDay, ''),
  to: z._default(ReportDay, ''),
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
    /** The first one, if it is missing. */
    page: z.optional(PageNumber),
    ...days,
    all: z._default(z.enum(['true', 'false'], 'Must be true or false'), 'false'),
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
  params: z.strictObject({ id: Id }),
  query: ReportsQuery,
  response: z.object({
    data: z.object({
      reports: z.array(Report),
      meta: PageMeta,
      /** The number of all the user's reports, regardless of the filter. */
      unfilteredAmount: z.int(),
    }),
  }),
  wholeResponse: z.object({ data: z.object({ reports: z.array(Report) }) }),
})

export const getReport = endpoint({
  name: 'getReport',
  method: 'GET',
  path: '/v1/users/{id}/reports/{reportId}',
  summary: 'One report of a user; with download=true it is logged as downloaded',
  params: z.strictObject({ id: Id, reportId: Id }),
  /** `download`: logged as a download instead of a view. */
  query: z.strictObject({ download: z._default(z.enum(['true', 'false'], 'Must be true or false'), 'false') }),
  response: z.object({ data: Report }),
})

const LabelTitle = Line(60).check(z.minLength(1, 'Must not be empty'))
const LabelUnit = Line(20)
/** Keys, outermost first: `heartRate.restingBpm`. */
const ReportPath = Text(200).check(z.minLength(1, 'Must not be empty'))

/** The layout of reports as a page. Fields that are not listed are shown at the end, under their own keys. */
export const ReportLabels = z.strictObject({
  /** The figures at the top; two paths are shown together, as 128/79. */
  readouts: z._default(
    z
      .array(
        z.strictObject({
          title: LabelTitle,
          paths: z.array(ReportPath).check(z.minLength(1), z.maxLength(2)),
          unit: z._default(LabelUnit, ''),
        }),
      )
      .check(z.maxLength(4, 'At most four')),
    [],
  ),
  /** Titles and units in the order in which they are shown. */
  labels: z._default(
    z.array(z.strictObject({ path: ReportPath, title: LabelTitle, unit: z._default(LabelUnit, '') })).check(
      z.maxLength(1000, 'At most 1,000'),
      z.refine((labels) => new Set(labels.map(({ path }) => path)).size === labels.length, 'A path is listed twice'),
    ),
    [],
  ),
})
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
      keys: z.array(z.string()),
      /** Newest first; empty without keys. */
      versions: z.array(z.object({ sha256: z.string(), name: z.string(), version: z.int() })),
    }),
  }),
})

export const getReportNumbers = endpoint({
  name: 'getReportNumbers',
  method: 'GET',
  path: '/v1/users/{id}/report-numbers',
  summary: 'The numbers that recur in the newest 300 reports of a user, without the reports',
  params: z.strictObject({ id: Id }),
  query: ReportsOfDays,
  response: z.object({
    data: z.object({
      /** Newest first, at most 300 reports and 8 MiB. */
      reports: z.array(z.object({ reportId: z.string(), generatedAt: z.int() })),
      /** The number of reports of these days. */
      totalAmount: z.int(),
      /**
       * The reports of these days that are not in `reports`: `tooLong` are longer than 1 MiB, `older` are beyond the 300
       * reports or the 8 MiB. Servers before 1.1.0 do not send it.
       */
      leftOut: z.optional(z.object({ tooLong: z.int(), older: z.int() })),
      /** At most 20; each has a value for each report, null if the report has none. */
      trends: z.array(z.object({ path: z.string(), unit: z.string(), values: z.array(z.nullable(z.number())) })),
    }),
  }),
})
