import { findAuditAction } from '@health-console/contract/audit/actions.ts'
import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { csvMark, toCsvLine } from '@health-console/contract/values/csv.ts'

const actorKinds = { staff: '', operator: 'System administrator', server: 'Server', nobody: 'Not signed in' } as const

const columns: [heading: string, value: (event: AuditEvent) => string | number | null][] = [
  ['Sequence', ({ sequence }) => sequence],
  ['Time (UTC)', ({ at }) => at],
  ['Who', ({ actor }) => [actorKinds[actor.kind], actor.name].filter(Boolean).join(' ')],
  ['Id of who', ({ actor }) => actor.id],
  ['Has left', ({ actor }) => (actor.hasLeft ? 'yes' : null)],
  ['What', ({ action }) => findAuditAction(action)?.words ?? null],
  ['Action', ({ action }) => action],
  ['How data was viewed', ({ how }) => how],
  ['Whom', ({ subjects }) => subjects.map(({ kind, id }) => (kind ? `${kind}:${id}` : id)).join(' ')],
  ['Outcome', ({ outcome }) => outcome],
  ['Reason', ({ reason }) => reason],
  ['Count', ({ count }) => count],
  ['Address', ({ address }) => address],
  ['Session', ({ sessionId }) => sessionId],
  ['Request', ({ requestId }) => requestId],
  ['Hash', ({ hash }) => hash],
]

export const csvHead = csvMark + toCsvLine(columns.map(([heading]) => heading))

export const toCsv = (event: AuditEvent): string => toCsvLine(columns.map(([, value]) => String(value(event) ?? '')))
