import { auditSubjectKinds, findAuditAction } from '@health-console/contract/audit-actions.ts'
import type { AuditEvent } from '@health-console/contract/audit.ts'
import { oldTerms } from '../audit/old-terms.ts'
import { readSubjects } from '../audit/terms.ts'
import type { AuditEventsTable } from '../database/tables/audit.ts'
import type { StaffName } from './staff-names.ts'

/** @param names the staff that the event may name, by id */
export function presentEvent(row: AuditEventsTable, names: ReadonlyMap<string, StaffName>): AuditEvent {
  const facts = findAuditAction(row.action)
  return {
    sequence: row.sequence,
    at: new Date(row.atMs).toISOString(),
    actor: presentActor(row, names),
    action: row.action,
    group: facts?.group ?? null,
    how: row.outcome === 'ok' ? (facts?.how ?? null) : null,
    subjects: subjectsOf(row).map(presentSubject),
    outcome: row.outcome,
    reason: row.reason,
    count: row.count,
    address: row.address,
    sessionId: row.sessionId,
    requestId: row.requestId,
    hash: row.hash,
  }
}

/** The subjects of a row, whatever its version, as `kind:id`. */
function subjectsOf(row: AuditEventsTable): string[] {
  if (row.version >= 3) return readSubjects(row)
  return oldTerms({ ...row, address: null, requestId: null }).map(({ term }) => term)
}

function presentActor(row: AuditEventsTable, names: ReadonlyMap<string, StaffName>): AuditEvent['actor'] {
  if (row.actorId !== null) {
    const known = names.get(row.actorId)
    return { kind: 'staff', id: row.actorId, name: known?.name ?? null, hasLeft: known?.hasLeft ?? true }
  }
  return { kind: kindOf(row), id: null, name: row.operator, hasLeft: false }
}

function kindOf({
  version,
  operator,
  address,
  requestId,
  outcome,
}: AuditEventsTable): 'operator' | 'server' | 'nobody' {
  if (operator !== null) return 'operator'
  if (address !== null || requestId !== null || outcome !== 'ok') return 'nobody'
  // Before version 3 the operator was not named.
  return version < 3 ? 'operator' : 'server'
}

function presentSubject(subject: string): AuditEvent['subjects'][number] {
  const [kind, id] = [subject.slice(0, subject.indexOf(':')), subject.slice(subject.indexOf(':') + 1)]
  const known = auditSubjectKinds.find((each) => each === kind)
  return known ? { kind: known, id } : { kind: null, id: subject }
}
