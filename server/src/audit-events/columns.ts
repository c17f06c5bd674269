import type { AuditEventsTable } from '../database/tables/audit.ts'

const columns: Record<keyof AuditEventsTable, true> = {
  sequence: true,
  version: true,
  atMs: true,
  actorId: true,
  operator: true,
  sessionId: true,
  action: true,
  subject: true,
  subjects: true,
  outcome: true,
  reason: true,
  count: true,
  address: true,
  requestId: true,
  previousHash: true,
  hash: true,
}

/** All columns of the record. */
export const eventColumns = Object.keys(columns) as (keyof AuditEventsTable)[]
