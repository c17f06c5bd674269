import { listReports } from '@health-console/contract/reports.ts'
import { getUser, type EndUser } from '@health-console/contract/users.ts'
import { callForStream, queryOptionsFor } from '../../api/client.ts'

const meta = { errorToast: 'Failed to fetch data' }

export function userQuery(userId: string) {
  return { ...queryOptionsFor(getUser, { params: { id: userId } }), meta }
}

type ReportsListState = { userId: string; page?: number | undefined; date?: string | undefined }

export function reportsQuery({ userId, page = 1, date }: ReportsListState) {
  return { ...queryOptionsFor(listReports, { params: { id: userId }, query: { page: String(page), date } }), meta }
}

/** Every report of a user, as one JSON document that is read while it arrives. */
export function streamAllReports(userId: string, signal: AbortSignal) {
  return callForStream(listReports, { params: { id: userId }, query: { all: 'true' } }, { signal })
}

/** The user's name on the page; a few users have none. */
export function fullNameOf(user: EndUser): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.memberId || user.id
}
