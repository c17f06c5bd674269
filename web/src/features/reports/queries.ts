import {
  getReport,
  getReportLabels,
  getReportModels,
  listReports,
  type ReportLabels,
} from '@health-console/contract/reports/reports.ts'
import type { EndpointResponse } from '@health-console/contract/http/endpoint.ts'
import { type EndUser, getUser, listUsers } from '@health-console/contract/users/users.ts'
import { queryOptions } from '@tanstack/react-query'
import { callForStream, callForText, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { NetworkError } from '../../api/errors.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Days } from '../../lib/days.ts'
import { isolate } from '../../lib/isolate.ts'
import { nameOfId } from '../../lib/short-ids.ts'

export const failedToFetch = 'Failed to fetch data'
const meta = { errorToast: failedToFetch }

export function userQuery(userId: string) {
  return { ...queryOptionsFor(getUser, { params: { id: userId } }), meta }
}

/** The user as shown in the list, until the user is loaded. */
export function findListedUser(userId: string): EndUser | undefined {
  return queryClient
    .getQueriesData<EndpointResponse<typeof listUsers>>({ queryKey: queryKeyOf(listUsers) })
    .flatMap(([, response]) => response?.data ?? [])
    .find((user) => user.id === userId)
}

type ReportsListState = { userId: string; page?: number | undefined } & Days

export function reportsQuery({ userId, page = 1, date, from, to }: ReportsListState) {
  const query = { page: String(page), date, from, to }
  return { ...queryOptionsFor(listReports, { params: { id: userId }, query }), meta }
}

/** The labels with which reports are laid out as a page. */
export const labelsQuery = { ...queryOptionsFor(getReportLabels, {}), staleTime: Infinity }

/** The model versions that have generated reports. A new one may be published at any time. */
export const modelsQuery = queryOptionsFor(getReportModels, {})

/** Without labels, every value is shown under its own key. */
export const noLabels: ReportLabels = { readouts: [], labels: [] }

/** One report. It is fetched once for each view, so that each view is logged once. */
export function reportQuery(userId: string, reportId: string) {
  return queryOptions({
    queryKey: [...queryKeyOf(getReport), userId, reportId],
    queryFn: ({ signal }) => fetchDocument(userId, reportId, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** The document of a report exactly as the product stored it. With `download`, the request is logged as a download. */
export async function fetchDocument(
  userId: string,
  reportId: string,
  { signal, download = false }: { signal?: AbortSignal; download?: boolean },
): Promise<string> {
  const query = download ? { download: 'true' as const } : {}
  const response = await callForText(getReport, { params: { id: userId, reportId }, query }, { signal })
  // The response is the document inside of {"data":…}. Parsing it would change numbers and the order of keys.
  const [before, after] = ['{"data":', '}']
  if (!response.startsWith(before) || !response.endsWith(after)) throw new NetworkError()
  return response.slice(before.length, -after.length)
}

/** Every report of a user, or those of some days, as one JSON document that is read while it arrives. */
export function streamAllReports(userId: string, { date, from, to }: Days, signal: AbortSignal) {
  return callForStream(listReports, { params: { id: userId }, query: { all: 'true', date, from, to } }, { signal })
}

export const titleOf = (user: EndUser) => `${isolate(fullNameOf(user))}\`s reports`

/** The user's name on the page. A few users have none. */
export function fullNameOf(user: EndUser): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.memberId || nameOfId(user.id)
}
