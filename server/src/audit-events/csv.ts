import { findAuditAction } from '@health-console/contract/audit-actions.ts'
import type { AuditEvent } from '@health-console/contract/audit.ts'

const actorKinds = { staff: '', operator: 'Operator', server: 'Server', nobody: 'Not signed in' } as const

const columns: [heading: string, value: (event: AuditEvent) => string | number | null][] = [
  ['Sequence', ({ sequence }) => sequence],
  ['Time (UTC)', ({ at }) => at],
  ['Who', ({ actor }) => [actorKinds[actor.kind], actor.name].filter(Boolean).join(' ')],
  ['Id of who', ({ actor }) => actor.id],
  ['Has left', ({ actor }) => (actor.hasLeft ? 'yes' : null)],
  ['What', ({ action }) => findAuditAction(action)?.words ?? null],
  ['Action', ({ action }) => action],
  ['How people were seen', ({ how }) => how],
  ['Whom', ({ subjects }) => subjects.map(({ kind, id }) => (kind ? `${kind}:${id}` : id)).join(' ')],
  ['Outcome', ({ outcome }) => outcome],
  ['Reason', ({ reason }) => reason],
  ['Count', ({ count }) => count],
  ['Address', ({ address }) => address],
  ['Session', ({ sessionId }) => sessionId],
  ['Request', ({ requestId }) => requestId],
  ['Hash', ({ hash }) => hash],
]

/** With a mark by which spreadsheet programs see that it is UTF-8. */
export const csvHead = `\uFEFF${columns.map(([heading]) => cell(heading)).join(',')}\r\n`

export function toCsvLine(event: AuditEvent): string {
  return `${columns.map(([, value]) => cell(value(event) ?? '')).join(',')}\r\n`
}

/** A text that a spreadsheet program would run as a formula begins with an apostrophe. */
function cell(value: string | number): string {
  const text = String(value)
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}
