import type { AuditAction } from '@health-console/contract/audit-actions.ts'
import type { AuditEvent } from '@health-console/contract/audit.ts'

/** The calls that opening a page makes, and what is then said to be opened. */
const pageOf: ReadonlyMap<string, string> = new Map<AuditAction, string>([
  ['users.list', 'Users'],
  ['user.view', 'a user'],
  ['reports.list', 'a user'],
  ['patients.view', 'Hospital patients'],
  ['files.view', 'Files'],
  ['files.uploads', 'Files'],
  ['admin.list', 'Admins'],
  ['invitation.list', 'Admins'],
  ['access_review.view', 'Admins'],
  ['audit.list', 'the audit log'],
  ['audit.actors', 'the audit log'],
])

/** Calls of one visit are no further apart. */
const visitMs = 1_000

/** What a row of the log shows: one entry, or the calls of one visit to a page, newest first. */
export type LogLine = { id: string; entries: [AuditEvent, ...AuditEvent[]]; page: string | null }

/**
 * Entries of one person, page and second become one line at the place of the newest. Each stays in its line; a refusal is a
 * line of its own.
 * @param entries newest first
 */
export function foldEntries(entries: AuditEvent[]): LogLine[] {
  const lines: LogLine[] = []
  const visits = new Map<string, LogLine>()
  for (const entry of entries) {
    const page = entry.outcome === 'ok' ? (pageOf.get(entry.action) ?? null) : null
    const key = JSON.stringify([page, entry.actor.id, entry.sessionId, entry.address, userOf(entry)])
    const visit = page === null ? undefined : visits.get(key)
    if (visit && Date.parse(visit.entries[0].at) - Date.parse(entry.at) < visitMs) {
      visit.entries.push(entry)
      continue
    }
    const line: LogLine = { id: String(entry.sequence), entries: [entry], page }
    lines.push(line)
    if (page !== null) visits.set(key, line)
  }
  return lines
}

/** The user whose page it is. The subjects of a list are what it showed, which is no difference between visits. */
function userOf({ action, subjects }: AuditEvent): string | undefined {
  return pageOf.get(action) === 'a user' ? subjects.find(({ kind }) => kind === 'user')?.id : undefined
}

/** What the entries of a line are about, each once. */
export function subjectsOf({ entries }: LogLine): AuditEvent['subjects'] {
  const subjects = new Map(entries.flatMap((entry) => entry.subjects.map((each) => [`${each.kind}:${each.id}`, each])))
  return [...subjects.values()]
}
