import {
  auditActionGroups,
  type AuditActionGroup,
  auditOutcomes,
  auditSubjectKinds,
} from '@health-console/contract/audit/actions.ts'
import {
  countNewerAuditEvents,
  exportAuditEvents,
  getAuditProof,
  listAuditActors,
  listAuditEvents,
} from '@health-console/contract/audit/events.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callForStream, poll, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { type AuditFilters, type AuditState, splitSubject } from './audit-state.ts'

export const failedToFetch = 'Couldn’t load the audit log'
const meta = { errorToast: failedToFetch }

/** The filters in the form of the API. Invalid values are left out, because the URL may have been typed by hand. */
export function toQuery({ actor, group, part, subject, outcome, text, date, from, to }: AuditFilters) {
  const kind = subject && splitSubject(subject).kind
  return {
    actor,
    group: group && Object.hasOwn(auditActionGroups, group) ? (group as AuditActionGroup) : undefined,
    part,
    subject: auditSubjectKinds.some((known) => known === kind) ? subject : undefined,
    outcome: auditOutcomes.find((known) => known === outcome),
    text,
    from: (date ?? from)?.slice(0, 10),
    to: (date ?? to)?.slice(0, 10),
  }
}

/** A page of the audit log. Each view is logged, so it is never refetched automatically. */
export function auditQuery({ cursor, ...filters }: AuditState) {
  const query = { ...toQuery(filters), cursor }
  return { ...queryOptionsFor(listAuditEvents, { query }), refetchOnWindowFocus: false, meta }
}

const pollMs = 30_000

/**
 * How many entries came after the newest one that is shown.
 * @param newest the cursor of that entry; null on older pages
 */
export function newerQuery(filters: AuditFilters, newest: string | null) {
  const query = { ...toQuery(filters), cursor: newest ?? '' }
  return queryOptions({
    queryKey: [...queryKeyOf(countNewerAuditEvents), query],
    queryFn: ({ signal }) => poll(countNewerAuditEvents, { query }, { signal }),
    enabled: newest !== null,
    initialData: { data: { count: 0 } },
    staleTime: Infinity,
    refetchInterval: pollMs,
    // The number is fetched at once for an admin who returns to the tab.
    refetchOnWindowFocus: 'always',
  })
}

/** The views of a user's or patient's data, page by page. */
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

/** Staff rarely change, and each view is logged. */
export const actorsQuery = {
  ...queryOptionsFor(listAuditActors, {}),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
}

export const proofQuery = { ...queryOptionsFor(getAuditProof, {}), staleTime: 0, refetchOnWindowFocus: false }

export type ExportFormat = 'csv' | 'ndjson'
/** The query of an export: the filters of the list, or who has seen one user, patient or report. */
export type ExportQuery = ReturnType<typeof toQuery> | { subject: string; seen: 'true' }

export function streamAuditLog(query: ExportQuery, format: ExportFormat, signal: AbortSignal) {
  return callForStream(exportAuditEvents, { query: { ...query, format } }, { signal })
}

/** The tool that verifies an export without this server. */
export const verifierPath = '/v1/audit-events/verify-audit.mjs'
