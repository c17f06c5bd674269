import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PageMeta, PageNumber } from './paging.ts'
import { Id } from './text.ts'

/** A generated report: the whole document as the product stored it, of which only these two fields are defined here. */
export const Report = z.looseObject({
  reportId: z.string(),
  /** Epoch seconds. */
  generatedAt: z.number(),
})
export type Report = z.infer<typeof Report>

const midnight = 'T00:00:00.000Z'
const isDay = (text: string) => text.endsWith(midnight) && z.regexes.date.test(text.slice(0, -midnight.length))

/** A UTC day as the date filter writes it: `2026-03-07T00:00:00.000Z`. Empty: no filter. */
const ReportDay = z
  .string()
  .check(z.refine((text) => text === '' || isDay(text), 'A day is expected, such as 2026-03-07T00:00:00.000Z'))

const ReportsQuery = z
  .strictObject({
    page: z._default(PageNumber, 1),
    date: z._default(ReportDay, ''),
    /** The first and the last day of a range; either may be open. */
    from: z._default(ReportDay, ''),
    to: z._default(ReportDay, ''),
    all: z._default(z.enum(['true', 'false'], 'true or false is expected'), 'false'),
  })
  .check(
    z.refine(({ date, from, to }) => date === '' || (from === '' && to === ''), {
      path: ['date'],
      error: 'Either a day or a range is expected',
    }),
    z.refine(({ from, to }) => from === '' || to === '' || from <= to, {
      path: ['to'],
      error: 'The last day is before the first',
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
      unfilteredAmount: z.number(),
    }),
  }),
})

export const getReport = endpoint({
  name: 'getReport',
  method: 'GET',
  path: '/v1/users/{id}/reports/{reportId}',
  summary: 'One report of a user; with download=true it is logged as downloaded',
  params: z.strictObject({ id: Id, reportId: Id }),
  /** `download`: logged as a download instead of a view. */
  query: z.strictObject({ download: z._default(z.enum(['true', 'false'], 'true or false is expected'), 'false') }),
  response: z.object({ data: Report }),
})
