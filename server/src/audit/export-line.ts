import type { AuditEventsTable } from '../database/tables/audit.ts'

/** A row as a line of JSON for `verify-audit.mjs`, with every field that its hash covers. */
export function toExportLine(row: AuditEventsTable): string {
  return `${JSON.stringify({ ...row, subjects: parseSubjects(row.subjects) })}\n`
}

/** Parses the list, unless the text is not in the form that the server writes: the verifier must find such a change. */
function parseSubjects(text: string): unknown {
  try {
    const subjects: unknown = JSON.parse(text)
    return JSON.stringify(subjects) === text ? subjects : text
  } catch {
    return text
  }
}
