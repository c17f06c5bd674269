import { hash } from 'node:crypto'
import { userInfo } from 'node:os'
import type { AuditAction, AuditSubject } from '@health-console/contract/audit-actions.ts'
import type { AuditEventsTable } from '../database/tables/audit.ts'

/**
 * Who did what to which ids, from where, and the outcome. Never a health value, a name, an e-mail address or a search
 * term.
 */
export type AuditEntry = AuditSource &
  Pick<AuditEventsTable, 'outcome'> & {
    action: AuditAction
    /** The people and things that were shown or changed. */
    subjects: AuditSubject[]
    /** The account of the operating system, for commands. */
    operator?: string
    /** Why it was refused: a code of the API's errors. */
    reason?: string
    /** How many times it happened; 1 unless said otherwise. */
    count?: number
  }

/** Who asked, and from where. */
export type AuditSource = Pick<AuditEventsTable, 'actorId' | 'sessionId' | 'address' | 'requestId'>

/** For what the server does on its own. */
export const byServer = { outcome: 'ok', actorId: null, sessionId: null, address: null, requestId: null } as const

/** For actions of the operator's command line. */
export const byOperator = { ...byServer, operator: operatorName() } as const

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
  3: [
    'version',
    'sequence',
    'atMs',
    'actorId',
    'operator',
    'sessionId',
    'action',
    'subjects',
    'outcome',
    'reason',
    'count',
    'address',
    'requestId',
    'previousHash',
  ],
} as const

/** What a field holds in rows of versions that do not hash it. */
const unusedValues = { operator: null, sessionId: null, subject: null, subjects: '[]', reason: null, count: 1 } as const

type Field = keyof AuditEventsTable

/** By version. */
const formats = new Map(
  Object.entries(hashedFields).map(([version, fields]: [string, readonly Field[]]) => {
    const unused = Object.entries(unusedValues) as [Field, unknown][]
    return [Number(version), { fields, unused: unused.filter(([field]) => !fields.includes(field)) }]
  }),
)

/** Every field of a row, of whatever version. */
export const rowFields = [...new Set([...hashedFields[2], ...hashedFields[3], 'hash'] as const)]

/** The format of new rows. */
const currentVersion = 3

/** Creates the next row of the chain. */
export function toRow(entry: AuditEntry, atMs: number, end: ChainEnd): AuditEventsTable {
  const row: Omit<AuditEventsTable, 'hash'> = {
    sequence: end.sequence + 1,
    version: currentVersion,
    atMs,
    actorId: entry.actorId,
    operator: entry.operator ?? null,
    sessionId: entry.sessionId,
    action: entry.action,
    subject: null,
    subjects: JSON.stringify(entry.subjects),
    outcome: entry.outcome,
    reason: entry.reason ?? null,
    count: entry.count ?? 1,
    address: entry.address,
    requestId: entry.requestId,
    previousHash: end.hash,
  }
  return { ...row, hash: hashOf(row, hashedFields[currentVersion]) }
}

/** Whether a row correctly follows `end` and has no value in fields that its version does not have. */
export function continues(row: AuditEventsTable, end: ChainEnd): boolean {
  if (row.sequence !== end.sequence + 1 || row.previousHash !== end.hash) return false
  const format = formats.get(row.version)
  if (!format) return false
  const { fields, unused } = format
  return unused.every(([field, value]) => row[field] === value) && row.hash === hashOf(row, fields)
}

function hashOf(row: Omit<AuditEventsTable, 'hash'>, fields: readonly string[]): string {
  const values = fields.map((field) => row[field as keyof typeof row])
  return hash('sha256', JSON.stringify(values))
}

/** In some containers the user has no name, only a number. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}
