import type { AvatarColor, Role } from '@health-console/contract/staff/admins.ts'
import { createTable, ofAdmin } from './create-table.ts'

export type AdminsTable = {
  id: string
  email: string
  /** The email address in lower case: unique, and used for lookups. */
  emailKey: string
  fullName: string
  role: Role
  color: AvatarColor
  /** PHC string (argon2id). */
  passwordHash: string
  /** Incremented when an admin's sessions are revoked: a sign-in that began with another version gets no session. */
  credentialsVersion: number
  /**
   * 1: undoing an email change removed the last second factor. Until it is reset, the password signs in only with a
   * recovery code.
   */
  lostFactor: number
  /** The admin whose invitation was last accepted, and when; null: a command created the account. */
  inviterId: string | null
  joinedAtMs: number
  createdAtMs: number
}

export type SessionsTable = {
  /** Public: it identifies the session in the audit log. */
  id: string
  /** SHA-256 of the cookie's token. */
  tokenHash: string
  adminId: string
  createdAtMs: number
  lastSeenAtMs: number
  /** When the admin last proved their identity, by signing in or by confirming it. */
  confirmedAtMs: number
  expiresAtMs: number
  /** The IP address at sign-in; empty if unknown, like the next column. */
  address: string
  userAgent: string
  /** SHA-256 of the device cookie's token; empty if unknown. */
  deviceHash: string
  /** When the identity provider last confirmed the access; 0: the session began with another method. */
  signOnCheckedAtMs: number
  /** The provider's refresh token, encrypted with the master key; null if there is none. */
  signOnToken: string | null
  /** Which response of the identity provider contained the groups; null if none did, or if 1.0.0 began the session. */
  signOnGroupsFrom: 'token' | 'user_info' | null
  /** Like `signOnCheckedAtMs`, which is also set to claim a check; 0 if only 1.0.0 has checked. */
  signOnConfirmedAtMs: number
}

/** Which admins have signed in with which browser. */
export type KnownDevicesTable = {
  /** SHA-256 of the device cookie's token. */
  tokenHash: string
  adminId: string
  lastUsedAtMs: number
  /** Until this time, a sign-in with this browser needs no code. */
  trustedUntilMs: number
}

export const staffTables: string[] = [
  createTable<AdminsTable>('admins', {
    id: 'text primary key',
    email: 'text not null',
    emailKey: 'text not null unique',
    fullName: 'text not null',
    role: 'text not null',
    color: 'text not null',
    passwordHash: 'text not null',
    credentialsVersion: 'integer not null default 1',
    lostFactor: 'bigint not null default 0',
    inviterId: 'text',
    joinedAtMs: 'bigint not null',
    createdAtMs: 'bigint not null',
  }),
  createTable<SessionsTable>('sessions', {
    tokenHash: 'text primary key',
    id: 'text not null',
    adminId: `text not null ${ofAdmin}`,
    createdAtMs: 'bigint not null',
    lastSeenAtMs: 'bigint not null',
    confirmedAtMs: 'bigint not null default 0',
    expiresAtMs: 'bigint not null',
    address: "text not null default ''",
    userAgent: "text not null default ''",
    deviceHash: "text not null default ''",
    signOnCheckedAtMs: 'bigint not null default 0',
    signOnToken: 'text',
    signOnGroupsFrom: 'text',
    signOnConfirmedAtMs: 'bigint not null default 0',
  }),
  'create unique index sessions_id on sessions (id)',
  'create index sessions_admin_id on sessions (admin_id)',
  'create index sessions_expires_at_ms on sessions (expires_at_ms)',
  createTable<KnownDevicesTable>(
    'known_devices',
    {
      tokenHash: 'text not null',
      adminId: `text not null ${ofAdmin}`,
      lastUsedAtMs: 'bigint not null',
      trustedUntilMs: 'bigint not null default 0',
    },
    'constraint known_devices_key primary key (token_hash, admin_id)',
  ),
  'create index known_devices_admin_id_last_used_at_ms on known_devices (admin_id, last_used_at_ms)',
]
