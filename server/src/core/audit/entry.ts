import { userInfo } from 'node:os'
import type { AuditAction, AuditSubject } from '@health-console/contract/audit/actions.ts'
import { fieldsOf } from '../database/fields-of.ts'
import type { AuditEventsTable } from '../database/tables/audit.ts'
import { hashOf } from './verify-audit.mjs'

/**
 * Who did what to which ids, from where, and the outcome. An entry never contains a health value, a name, an email
 * address or a search term.
 */
export type AuditEntry = AuditSource &
  Pick<AuditEventsTable, 'outcome'> & {
    action: AuditAction
    /** The users, patients and other subjects that were shown or changed. */
    subjects: AuditSubject[]
    /** The account of the operating system, for commands. */
    operator?: string
    /**
     * Why it was rejected: a code of the API's errors, or the hourly limit that was reached. Why the server ended a
     * session. For a setting, its new value.
     */
    reason?: string
    /** How many times it happened; 1 by default. */
    count?: number
  }

/** The caller, and the IP address of the request. */
export type AuditSource = Pick<AuditEventsTable, 'actorId' | 'sessionId' | 'address' | 'requestId'>

/** For actions of the server itself. */
export const byServer = { outcome: 'ok', actorId: null, sessionId: null, address: null, requestId: null } as const

/** For actions of commands. */
export const byOperator = { ...byServer, operator: operatorName() } as const

/** The end of the chain: the sequence and hash of its last row. */
export type ChainEnd = Pick<AuditEventsTable, 'sequence' | 'hash'>

const columns: Record<keyof AuditEventsTable, true> = {
  version: true,
  sequence: true,
  atMs: true,
  actorId: true,
  action: true,
  outcome: true,
  reason: true,
  count: true,
  address: true,
  requestId: true,
  previousHash: true,
  operator: true,
  sessionId: true,
  subjects: true,
  hash: true,
}

/** Every field of a row. */
export const rowFields = fieldsOf(columns)

/** The format of new rows: see `verify-audit.mjs` for what its hash covers. */
const currentVersion = 1

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
    subjects: JSON.stringify(entry.subjects),
    outcome: entry.outcome,
    reason: entry.reason ?? null,
    count: entry.count ?? 1,
    address: entry.address,
    requestId: entry.requestId,
    previousHash: end.hash,
  }
  return { ...row, hash: hashOf(row) }
}

/** In some containers the user only has a number, without a name. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}
