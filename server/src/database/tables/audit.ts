export type AuditEventsTable = {
  /** Counts from 1 without a gap, so that a removed row is detected. */
  sequence: number
  /** The format of the row: see `audit/entry.ts`. */
  version: number
  atMs: number
  actorId: string | null
  action: string
  subject: string | null
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
