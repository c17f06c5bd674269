import { createHash } from 'node:crypto'
import type { AuditEventsTable } from '../database/tables/audit.ts'

/** Who did what to which id, from where, and the outcome. Never a health value, a name or an e-mail address. */
export type AuditEntry = Pick<
  AuditEventsTable,
  'actorId' | 'action' | 'subject' | 'outcome' | 'address' | 'requestId'
> & {
  /** Why it was refused: a code of the API's errors. */
  reason?: string
  /** How many times it happened; 1 unless said otherwise. */
  count?: number
}

/** For actions of the operator's command line and of the server itself. */
export const byOperator = { outcome: 'ok', actorId: null, address: null, requestId: null } as const

/** The end of the chain: the sequence and hash of its last row. */
export type ChainEnd = Pick<AuditEventsTable, 'sequence' | 'hash'>

export const emptyChain: ChainEnd = { sequence: 0, hash: '0'.repeat(64) }

/** The fields that the hash of a row covers, by the row's version. A released version is never changed. */
const hashedFields = {
  1: ['sequence', 'atMs', 'actorId', 'action', 'subject', 'outcome', 'address', 'requestId', 'previousHash'],
  2: [
    'version',
    'sequence',
    'atMs',
    'actorId',
    'action',
    'subject',
    'outcome',
    'reason',
    'count',
    'address',
    'requestId',
    'previousHash',
  ],
} as const

/** The format of new rows. */
const currentVersion = 2

/** Creates the next row of the chain. */
export function toRow(entry: AuditEntry, atMs: number, end: ChainEnd): AuditEventsTable {
  const row: Omit<AuditEventsTable, 'hash'> = {
    sequence: end.sequence + 1,
    version: currentVersion,
    atMs,
    actorId: entry.actorId,
    action: entry.action,
    subject: entry.subject,
    outcome: entry.outcome,
    reason: entry.reason ?? null,
    count: entry.count ?? 1,
    address: entry.address,
    requestId: entry.requestId,
    previousHash: end.hash,
  }
  return { ...row, hash: hashOf(row) }
}

/** Whether a row is the one that was written after `end`, with no value in a field that its version does not have. */
export function continues(row: AuditEventsTable, end: ChainEnd): boolean {
  if (row.sequence !== end.sequence + 1 || row.previousHash !== end.hash) return false
  if (row.version === 1 && (row.reason !== null || row.count !== 1)) return false
  return row.version in hashedFields && row.hash === hashOf(row)
}

function hashOf(row: Omit<AuditEventsTable, 'hash'>): string {
  const values = hashedFields[row.version as keyof typeof hashedFields].map((field) => row[field])
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}
