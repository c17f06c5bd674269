import {
  type AccessFinding,
  answerAccessFinding,
  listAccessFindings,
} from '@health-console/contract/audit/unusual-access.ts'
import { listAuditEvents } from '@health-console/contract/audit/events.ts'
import type { EndpointInput } from '@health-console/contract/http/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import { call, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { refetchQuietly } from '../../api/query-client.ts'
import type { AuditFilters } from '../audit/audit-state.ts'
import { failedToFetch, toQuery } from '../audit/queries.ts'
import type { FindingsState } from './page-state.ts'

export const failedToFetchFindings = 'Couldn’t load the findings'

/** Each view is logged, so the list is never refetched automatically. */
export const findingsQuery = ({ page = 1, state }: FindingsState) => ({
  ...queryOptionsFor(listAccessFindings, { query: { page: String(page), state } }),
  refetchOnWindowFocus: false,
  meta: { errorToast: failedToFetchFindings },
})

/** The filters of the audit log for the entries behind a finding. */
export const filtersOf = ({ admin, user, firstDay, day }: AccessFinding): AuditFilters => ({
  actor: admin.id,
  subject: user ? `user:${user.id}` : undefined,
  ...(firstDay === day ? { date: toDate(day) } : { from: toDate(firstDay), to: toDate(day) }),
})

const toDate = (day: string) => `${day}T00:00:00.000Z`

export function entriesBehindQuery(finding: AccessFinding) {
  const query = { ...toQuery(filtersOf(finding)), outcome: 'ok' as const, seen: 'true' as const }
  return {
    ...queryOptionsFor(listAuditEvents, { query }),
    refetchOnWindowFocus: false,
    meta: { errorToast: failedToFetch },
  }
}

export function useAnswer(id: string) {
  return useMutation({
    mutationFn: (body: EndpointInput<typeof answerAccessFinding>['body']) =>
      call(answerAccessFinding, { params: { id }, body }),
    meta: { errorToast: 'Couldn’t save the answer' },
    onSettled: () => refetchQuietly(queryKeyOf(listAccessFindings)),
  })
}
