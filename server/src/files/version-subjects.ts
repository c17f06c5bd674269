import type { AuditSubject } from '@health-console/contract/audit-actions.ts'

/** A version of a model file, as a subject of the record. */
export function versionSubjects({ id, version }: { id: string; version: number }): AuditSubject[] {
  return [`file:${id}`, `version:${id}/${version}`]
}
