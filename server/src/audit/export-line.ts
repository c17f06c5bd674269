import type { AuditEventsTable } from '../database/tables/audit.ts'

/** A row as a line of JSON, with all that its hash covers, in the form that `verify-audit.mjs` reads. */
export function toExportLine(row: AuditEventsTable): string {
  return `${JSON.stringify({ ...row, subjects: parseSubjects(row.subjects) })}\n`
}

/** A list, unless the text is not what the server writes: then it must stay what it is, to be found by the verifier. */
function parseSubjects(text: string): unknown {
  try {
    const subjects: unknown = JSON.parse(text)
    return JSON.stringify(subjects) === text ? subjects : text
  } catch {
    return text
  }
}
