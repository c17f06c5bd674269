import { getReport, listReports } from '@health-console/contract/reports.ts'
import type { EndpointResponse } from '@health-console/contract/endpoint.ts'
import { type EndUser, getUser, listUsers } from '@health-console/contract/users.ts'
import { callForStream, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Days } from '../../lib/days.ts'
import { isolate } from '../../lib/isolate.ts'

export const failedToFetch = 'Failed to fetch data'
const meta = { errorToast: failedToFetch }

export function userQuery(userId: string) {
  return { ...queryOptionsFor(getUser, { params: { id: userId } }), meta }
}

/** The user as shown in the list, until the user is loaded. */
export function findListedUser(userId: string): EndUser | undefined {
  return queryClient
    .getQueriesData<EndpointResponse<typeof listUsers>>({ queryKey: queryKeyOf(listUsers) })
    .flatMap(([, answer]) => answer?.data ?? [])
    .find((user) => user.id === userId)
}

type ReportsListState = { userId: string; page?: number | undefined } & Days

export function reportsQuery({ userId, page = 1, date, from, to }: ReportsListState) {
  const query = { page: String(page), date, from, to }
  return { ...queryOptionsFor(listReports, { params: { id: userId }, query }), meta }
}

/** One report. It is fetched once for each view, which is logged once. */
export function reportQuery(userId: string, reportId: string) {
  return {
    ...queryOptionsFor(getReport, { params: { id: userId, reportId }, query: {} }),
    staleTime: Infinity,
    gcTime: 0,
  }
}

/** Every report of a user, or those of some days, as one JSON document that is read while it arrives. */
export function streamAllReports(userId: string, { date, from, to }: Days, signal: AbortSignal) {
  return callForStream(listReports, { params: { id: userId }, query: { all: 'true', date, from, to } }, { signal })
}

export const titleOf = (user: EndUser) => `${isolate(fullNameOf(user))}\`s reports`

/** The user's name on the page. A few users have none. */
export function fullNameOf(user: EndUser): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.memberId || user.id
}
