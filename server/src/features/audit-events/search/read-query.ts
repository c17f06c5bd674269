import {
  auditActions,
  auditOutcomes,
  listAuditActions,
  type AuditAction,
} from '@health-console/contract/audit/actions.ts'
import type { listAuditEvents } from '@health-console/contract/audit/events.ts'
import type { EndpointRequest } from '@health-console/contract/http/endpoint.ts'
import { invalidField } from '../../../http/errors.ts'
import type { EventKind, LogPosition } from './log-index.ts'
import { type EventFilter, maxIds } from './find-events.ts'

type AuditQuery = Omit<EndpointRequest<typeof listAuditEvents>['query'], 'cursor'>

const dayMs = 86_400_000

/** Every kind of entry that this version may write. */
export const everyKind: EventKind[] = kindsOf(Object.keys(auditActions) as AuditAction[], auditOutcomes)

/** The actions of the entries that reading the audit log leaves in it. */
export const readingActions = new Set<string>(listAuditActions({ group: 'viewRecord' }))

/** @throws ApiError `invalid` for a range that ends before it begins */
export function readFilter({ actor, group, subject, from, to, outcome, text, seen, part }: AuditQuery): EventFilter {
  const fromMs = from === undefined ? 0 : Date.parse(from)
  const toMs = to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to) + dayMs
  if (fromMs >= toMs) throw invalidField('to', 'The range ends before it begins')
  // Only successful requests have shown data.
  const wanted =
    outcome === undefined ? (seen ? (['ok'] as const) : auditOutcomes) : seen && outcome !== 'ok' ? [] : [outcome]
  const isOfKind = [group, outcome, seen, part].some((each) => each !== undefined)
  return {
    actorId: actor,
    kinds: isOfKind ? kindsOf(listAuditActions({ group, part, seen: seen !== undefined }), wanted) : undefined,
    subject,
    text: text?.trim() || undefined,
    fromMs,
    toMs,
  }
}

export const tooManyIds = () => invalidField('text', `More than ${maxIds} IDs start with this. Type more characters.`)

export function writeCursor({ atMs, sequence }: LogPosition): string {
  return Buffer.from(`${atMs}.${sequence}`).toString('base64url')
}

/** @throws ApiError `invalid` for a cursor that the server did not issue */
export function readCursor(cursor: string, field = 'cursor'): LogPosition {
  const [, atMs, sequence] = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (atMs === undefined) throw invalidField(field, 'This cursor isn’t from this list. Start again without one.')
  return { atMs: Number(atMs), sequence: Number(sequence) }
}

function kindsOf(actions: AuditAction[], wanted: readonly EventKind['outcome'][]): EventKind[] {
  return actions.flatMap((action) => wanted.map((outcome) => ({ action, outcome })))
}
