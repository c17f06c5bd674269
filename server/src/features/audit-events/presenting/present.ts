import { auditSubjectKinds, findAuditAction } from '@health-console/contract/audit/actions.ts'
import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { readSubjects } from '../../../core/audit/terms.ts'
import type { AuditEventsTable } from '../../../core/database/tables/audit.ts'
import type { StaffName } from './staff-names.ts'
import type { SubjectFacts } from './subject-names.ts'

/**
 * Converts an event to its response.
 * @param names the staff that the event may refer to, by id
 * @param facts the current names of the subjects, by `kind:id`
 * @param statedReason the reason that was entered for it
 */
export function presentEvent(
  row: AuditEventsTable,
  names: ReadonlyMap<string, StaffName>,
  facts: ReadonlyMap<string, SubjectFacts> = new Map(),
  statedReason?: string,
): AuditEvent {
  const action = findAuditAction(row.action)
  return {
    sequence: row.sequence,
    at: new Date(row.atMs).toISOString(),
    actor: presentActor(row, names),
    action: row.action,
    group: action?.group ?? null,
    how: row.outcome === 'ok' ? (action?.how ?? null) : null,
    subjects: readSubjects(row).map((subject) => ({ ...presentSubject(subject), ...facts.get(subject) })),
    outcome: row.outcome,
    reason: row.reason,
    ...(statedReason !== undefined && { statedReason }),
    count: row.count,
    address: row.address,
    sessionId: row.sessionId,
    requestId: row.requestId,
    hash: row.hash,
  }
}

function presentActor(row: AuditEventsTable, names: ReadonlyMap<string, StaffName>): AuditEvent['actor'] {
  if (row.actorId !== null) {
    const known = names.get(row.actorId)
    return {
      kind: 'staff',
      id: row.actorId,
      name: known?.name ?? null,
      hasLeft: known?.hasLeft ?? true,
      ...(known?.isService && { isService: true }),
      color: known?.color,
    }
  }
  return { kind: kindOf(row), id: null, name: row.operator, hasLeft: false }
}

function kindOf({ operator, address, requestId, outcome }: AuditEventsTable): 'operator' | 'server' | 'nobody' {
  if (operator !== null) return 'operator'
  return address !== null || requestId !== null || outcome !== 'ok' ? 'nobody' : 'server'
}

function presentSubject(subject: string): AuditEvent['subjects'][number] {
  const [kind, id] = [subject.slice(0, subject.indexOf(':')), subject.slice(subject.indexOf(':') + 1)]
  const known = auditSubjectKinds.find((each) => each === kind)
  return known ? { kind: known, id } : { kind: null, id: subject }
}
