import type { AuditEventsTable, AuditTermsTable } from '../database/tables/audit.ts'

/** The rows of `audit_terms` for a row of the audit log: its subjects, and the session, request and IP address of the caller. */
export function termsOf(row: AuditEventsTable): AuditTermsTable[] {
  const { sessionId, requestId, address, action, outcome, atMs, sequence } = row
  const terms = new Set(readSubjects(row))
  if (sessionId !== null) terms.add(`session:${sessionId}`)
  if (requestId !== null) terms.add(`request:${requestId}`)
  if (address !== null) terms.add(`address:${address}`)
  return [...terms].map((term) => ({ term, action, outcome, atMs, sequence }))
}

/** The subjects of a row, as `kind:id`. */
export function readSubjects({ subjects }: Pick<AuditEventsTable, 'subjects'>): string[] {
  return JSON.parse(subjects)
}
