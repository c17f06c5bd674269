import type { Role } from '@health-console/contract/admins.ts'

export type AuditEventsTable = {
  /** Counts from 1 without a gap, so that a removed row is detected. */
  sequence: number
  /** The format of the row: see `audit/verify-audit.mjs`. */
  version: number
  atMs: number
  actorId: string | null
  /** The account of the operating system that ran a command. */
  operator: string | null
  /** The public id of the session. */
  sessionId: string | null
  action: string
  /** Null from version 3 on. */
  subject: string | null
  /** JSON: an array of `kind:id`. Empty before version 3. */
  subjects: string
  outcome: 'ok' | 'denied' | 'failed'
  /** Why it was refused. */
  reason: string | null
  /** How many equal events the row stands for. */
  count: number
  address: string | null
  requestId: string | null
  previousHash: string
  hash: string
}

/** Finds the rows of the record that name something: see `audit/terms.ts`. */
export type AuditTermsTable = {
  /** `kind:id`. */
  term: string
  action: string
  outcome: AuditEventsTable['outcome']
  atMs: number
  sequence: number
}

/** One row. */
export type AuditIndexTable = {
  /** The last row of the record whose terms are in `audit_terms`. */
  sequence: number
}

/** One row: how far `AUDIT_STREAM` has got. */
export type AuditStreamTable = {
  id: number
  sequence: number
  /** The process that writes the stream, and the end of its lease. */
  writer: string
  writerUntilMs: number
}

/** People whose access was revoked, as they were then, because the record names them. */
export type FormerAdminsTable = {
  id: string
  email: string
  fullName: string
  role: Role
  leftAtMs: number
}

/** The archived parts of the record. The chain begins after the largest `size`. */
export type AuditSealsTable = {
  /** The sequence of the last archived row. */
  size: number
  atMs: number
  /** A signed checkpoint, so that only the console can make one. */
  note: string
}
