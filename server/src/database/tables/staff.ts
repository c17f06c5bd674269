import type { AvatarColor, Role } from '@health-console/contract/admins.ts'

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
  /** Raised by what ends a person's sessions: a sign-in that began under another version makes none. */
  credentialsVersion: number
  createdAtMs: number
}

export type SessionsTable = {
  /** SHA-256 of the cookie's token. */
  tokenHash: string
  adminId: string
  createdAtMs: number
  lastSeenAtMs: number
  /** When the person proved last who they are, by signing in or by the password. */
  confirmedAtMs: number
  expiresAtMs: number
}

/** Who has signed in with which browser. */
export type KnownDevicesTable = {
  /** SHA-256 of the device cookie's token. */
  tokenHash: string
  adminId: string
  lastUsedAtMs: number
}

export type SignInThrottlesTable = {
  /** A keyed hash of what is counted together. */
  bucket: string
  failures: number
  windowEndsAtMs: number
  blockedUntilMs: number
}

export type InvitationsTable = {
  id: string
  email: string
  emailKey: string
  role: 'admin' | 'super_admin'
  tokenHash: string
  /** Null: the link was handed over by the operator. */
  mailId: string | null
  createdAtMs: number
  expiresAtMs: number
}

/** Asked for, for a known address or an unknown one: which it is, is found out after the answer. */
export type RecoveryRequestsTable = {
  id: string
  emailKey: string
  requestedAtMs: number
}

/** At most one an admin: a new one replaces the old. */
export type RecoveriesTable = {
  adminId: string
  tokenHash: string
  mailId: string | null
  expiresAtMs: number
}

/** At most one an admin: a new one replaces the old. */
export type EmailChangesTable = {
  adminId: string
  newEmail: string
  newEmailKey: string
  tokenHash: string
  mailId: string | null
  expiresAtMs: number
}

/** The links that undo changes of e-mail. Of one admin the ids are in the order of the changes. */
export type EmailUndosTable = {
  id: string
  adminId: string
  tokenHash: string
  /** The address that the change took away. */
  email: string
  emailKey: string
  expiresAtMs: number
}
