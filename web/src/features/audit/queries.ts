import { auditActionGroups, type AuditActionGroup, auditSubjectKinds } from '@health-console/contract/audit-actions.ts'
import { exportAuditEvents, getAuditProof, listAuditActors, listAuditEvents } from '@health-console/contract/audit.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, callForStream, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { type RecordFilters, type RecordState, splitSubject } from './record-state.ts'

export const failedToFetchRecord = 'Failed to fetch the access record'
const meta = { errorToast: failedToFetchRecord }

export const outcomes = ['ok', 'denied', 'failed'] as const

/** The filters as the server takes them. What it does not know is left out: somebody may have typed the address. */
export function toQuery({ actor, group, subject, outcome, text, date, from, to }: RecordFilters) {
  const kind = subject && splitSubject(subject).kind
  return {
    actor,
    group: group && group in auditActionGroups ? (group as AuditActionGroup) : undefined,
    subject: auditSubjectKinds.some((known) => known === kind) ? subject : undefined,
    outcome: outcomes.find((known) => known === outcome),
    text,
    from: (date ?? from)?.slice(0, 10),
    to: (date ?? to)?.slice(0, 10),
  }
}

/** A page of the record. Each look goes on record, so it is not asked for again on its own. */
export function recordQuery({ cursor, ...filters }: RecordState) {
  const query = { ...toQuery(filters), cursor }
  return { ...queryOptionsFor(listAuditEvents, { query }), refetchOnWindowFocus: false, meta }
}

/** Who has seen the data of somebody, a page at a time. */
export function seenQuery(subject: string) {
  return infiniteQueryOptions({
    queryKey: [...queryKeyOf(listAuditEvents), 'seen', subject],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEvents, { query: { subject, seen: 'true', cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.nextCursor ?? undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Staff come and go seldom, and each look goes on record. */
export const actorsQuery = {
  ...queryOptionsFor(listAuditActors, {}),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
}

export const proofQuery = { ...queryOptionsFor(getAuditProof, {}), staleTime: 0, refetchOnWindowFocus: false }

export type ExportFormat = 'csv' | 'ndjson'
/** What an export takes: the filters of the list, or one person's data as it was seen. */
export type ExportQuery = ReturnType<typeof toQuery> | { subject: string; seen: 'true' }

export function streamRecord(query: ExportQuery, format: ExportFormat, signal: AbortSignal) {
  return callForStream(exportAuditEvents, { query: { ...query, format } }, { signal })
}
