import { createHash } from 'node:crypto'
import type { AuditEventsTable } from '../database/tables.ts'

/** Who did what to which id, from where, and how it ended. Never a health value, a name or an address of e-mail. */
export type AuditEntry = Pick<
  AuditEventsTable,
  'actorId' | 'action' | 'subject' | 'outcome' | 'address' | 'requestId'
> & {
  /** Why it was refused: a code of the API's errors. */
  reason?: string
  /** How many times it happened; 1 unless said otherwise. */
  count?: number
}

/** What the operator's command line does, and the server by itself. */
export const byOperator = { outcome: 'ok', actorId: null, address: null, requestId: null } as const

/** The format in which rows are written now. */
export const currentVersion = 2

/** What the hash of a row covers, by the row's version. A version that has landed is never changed. */
const hashedFields: Record<number, readonly (keyof AuditEventsTable)[]> = {
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
}

/** Whether a row is what was written: its hash fits, and nothing stands in a field that its version does not have. */
export function isIntact(row: AuditEventsTable): boolean {
  if (row.version === 1 && (row.reason !== null || row.count !== 1)) return false
  return row.version in hashedFields && row.hash === hashOf(row)
}

export function hashOf(row: Omit<AuditEventsTable, 'hash'>): string {
  const fields = hashedFields[row.version] ?? []
  const values = fields.map((field) => (row as AuditEventsTable)[field])
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}
