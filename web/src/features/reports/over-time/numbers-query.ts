import { getReportNumbers } from '@health-console/contract/reports.ts'
import { queryOptionsFor } from '../../../api/client.ts'
import type { Days } from '../../../lib/days.ts'

/** The numbers of the newest reports of these days. They are fetched only once, because the request is logged. */
export function numbersQuery(userId: string, { date, from, to }: Days) {
  const options = queryOptionsFor(getReportNumbers, { params: { id: userId }, query: { date, from, to } })
  return { ...options, meta: { errorToast: 'Failed to fetch data' }, staleTime: Infinity }
}
