import type { AvatarColor, Role } from '@health-console/contract/admins.ts'

/**
 * The tables as Kysely sees them (camelCase here, snake_case in the database).
 * Portable columns only: text ids, `bigint` epoch milliseconds for time (always read as numbers), text for JSON.
 */
export type Tables = {
  admins: AdminsTable
  sessions: SessionsTable
  knownDevices: KnownDevicesTable
  signInThrottles: SignInThrottlesTable
  auditEvents: AuditEventsTable
}

export type AdminsTable = {
  id: string
  email: string
  /** The address in lower case: what is unique and looked up. */
  emailKey: string
  fullName: string
  role: Role
  color: AvatarColor
  /** PHC string (argon2id). */
  passwordHash: string
  createdAtMs: number
}

export type SessionsTable = {
  /** SHA-256 of the cookie's token. */
  tokenHash: string
  adminId: string
  createdAtMs: number
  lastSeenAtMs: number
  expiresAtMs: number
}

export type KnownDevicesTable = {
  /** SHA-256 of the device cookie's token. */
  tokenHash: string
  adminId: string
  lastUsedAtMs: number
}

export type SignInThrottlesTable = {
  bucket: string
  failures: number
  windowEndsAtMs: number
  blockedUntilMs: number
}

export type AuditEventsTable = {
  /** Counts from 1 without a gap: a removed row shows. */
  sequence: number
  atMs: number
  actorId: string | null
  action: string
  subject: string | null
  outcome: 'ok' | 'denied' | 'failed'
  address: string | null
  requestId: string | null
  previousHash: string
  hash: string
}
