import type { AvatarColor, Role } from '@health-console/contract/admins.ts'
import { createTable } from './create-table.ts'

export type AdminsTable = {
  id: string
  email: string
  /** The e-mail in lower case: unique, and used for lookups. */
  emailKey: string
  fullName: string
  role: Role
  color: AvatarColor
  /** PHC string (argon2id). */
  passwordHash: string
  /** Raised when a person's sessions end: a sign-in that began with another version gets no session. */
  credentialsVersion: number
  /**
   * 1: undoing a change of e-mail removed the last second factor. Until it is reset, the password signs in with a
   * recovery code alone.
   */
  lostFactor: number
  createdAtMs: number
}

export type SessionsTable = {
  /** Public: it names the session in the audit log. */
  id: string
  /** SHA-256 of the cookie's token. */
  tokenHash: string
  adminId: string
  createdAtMs: number
  lastSeenAtMs: number
  /** When the person last proved their identity, by signing in or by the password. */
  confirmedAtMs: number
  expiresAtMs: number
  /** The IP address at sign-in; empty where unknown, as is the next. */
  address: string
  userAgent: string
  /** SHA-256 of the device cookie's token; empty where unknown. */
  deviceHash: string
  /** When the provider of single sign-on last confirmed the access; 0: the session began by another method. */
  signOnCheckedAtMs: number
  /** The provider's refresh token, encrypted under the master key; null where there is none. */
  signOnToken: string | null
}

/** Which admins have signed in with which browser. */
export type KnownDevicesTable = {
  /** SHA-256 of the device cookie's token. */
  tokenHash: string
  adminId: string
  lastUsedAtMs: number
  /** Until then a sign-in with it needs no code. */
  trustedUntilMs: number
}

/** An authenticator app that is required at sign-in; at most one an admin. */
export type SecondFactorsTable = {
  adminId: string
  /** Encrypted under the master key. */
  secret: string
  /** The step of time (RFC 6238) of the last code that was used. */
  lastStep: number
  /** A step whose code was entered at the wrong time, so that it is refused. */
  refusedStep: number
  createdAtMs: number
  /** The session that added it; null where unknown. */
  sessionId: string | null
}

/** Secrets that no code has confirmed yet; at most one an admin. */
export type SecondFactorDraftsTable = Pick<SecondFactorsTable, 'adminId' | 'secret'>

/** The codes that are left. */
export type RecoveryCodesTable = {
  adminId: string
  /** A keyed hash. */
  codeHash: string
  createdAtMs: number
  /** The session that made them; null where unknown. */
  sessionId: string | null
  /** The keys that it may have been hashed with before the master key was changed, sealed under the present one. */
  earlierKeys: string | null
}

/** Any number an admin, up to a limit. Binary values are base64url. */
export type PasskeysTable = {
  id: string
  adminId: string
  credentialId: string
  /** COSE. */
  publicKey: string
  /** Its own count of uses; 0 if it does not count. */
  counter: number
  /** JSON: how browsers reach it. */
  transports: string
  /** 1: it may be copied to other devices by a password manager; the next: it has been. */
  isSyncable: number
  isSynced: number
  name: string
  createdAtMs: number
  /** 0: never. */
  lastUsedAtMs: number
  /** The session that added it; null where unknown. */
  sessionId: string | null
}

/** Challenges that a passkey has answered, because each can be used only once. */
export type SpentChallengesTable = { challenge: string; expiresAtMs: number }

/** Which account at the provider of single sign-on belongs to which admin; at most one for each admin. */
export type SignOnIdentitiesTable = {
  adminId: string
  issuer: string
  /** The provider's id of the person, which it never gives to another. */
  subject: string
  createdAtMs: number
}

/** Sign-ons in progress. */
export type SignOnFlowsTable = {
  /** SHA-256 of the state, which the provider sends back. */
  stateHash: string
  /** SHA-256 of the token in a cookie: only the browser that began may finish. */
  browserHash: string
  /**
   * `proved`: the provider has answered, and the console's second step is missing. `ended`: it cannot be used any more.
   */
  stage: 'begun' | 'proved' | 'ended'
  /** Encrypted under the master key: what the answer is checked against, or what it proved. */
  sealed: string
  createdAtMs: number
  expiresAtMs: number
}

/** Failed attempts, and what admins were shown in an hour. */
export type SignInThrottlesTable = {
  /** A keyed hash of the name of the counter. */
  bucket: string
  /** Failed attempts, or rows shown. */
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
  /** Null if the operator handed over the link. */
  mailId: string | null
  createdAtMs: number
  expiresAtMs: number
}

/** Requests for known and unknown e-mails: the account is looked up after the answer. */
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

/** Who requested a change of e-mail, and when. An undo removes what was added around it. */
type EmailRequest = {
  requestedAtMs: number
  /** The session that requested it; null where unknown. */
  sessionId: string | null
  /** 1: the person had a second factor then. */
  hadFactor: number
}

/** At most one an admin: a new one replaces the old. */
export type EmailChangesTable = EmailRequest & {
  adminId: string
  newEmail: string
  newEmailKey: string
  tokenHash: string
  mailId: string | null
  expiresAtMs: number
}

/** Links that undo changes of e-mail. The ids of one admin are in the order of the changes. */
export type EmailUndosTable = EmailRequest & {
  id: string
  adminId: string
  tokenHash: string
  /** The e-mail before the change. */
  email: string
  emailKey: string
  expiresAtMs: number
}

const ofAdmin = 'references admins (id) on delete cascade'

const emailRequest = {
  requestedAtMs: 'bigint not null default 0',
  sessionId: 'text',
  // A server of the previous version leaves it out during the upgrade: 1 is the safe side.
  hadFactor: 'bigint not null default 1',
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
  createTable<SignInThrottlesTable>('sign_in_throttles', {
    bucket: 'text primary key',
    failures: 'integer not null',
    windowEndsAtMs: 'bigint not null',
    blockedUntilMs: 'bigint not null',
  }),
  createTable<SecondFactorsTable>('second_factors', {
    adminId: `text primary key ${ofAdmin}`,
    secret: 'text not null',
    lastStep: 'bigint not null',
    refusedStep: 'bigint not null default 0',
    createdAtMs: 'bigint not null',
    sessionId: 'text',
  }),
  createTable<SecondFactorDraftsTable>('second_factor_drafts', {
    adminId: `text primary key ${ofAdmin}`,
    secret: 'text not null',
  }),
  createTable<RecoveryCodesTable>(
    'recovery_codes',
    {
      adminId: `text not null ${ofAdmin}`,
      codeHash: 'text not null',
      createdAtMs: 'bigint not null default 0',
      sessionId: 'text',
      earlierKeys: 'text',
    },
    'constraint recovery_codes_key primary key (admin_id, code_hash)',
  ),
  createTable<PasskeysTable>('passkeys', {
    id: 'text primary key',
    adminId: `text not null ${ofAdmin}`,
    credentialId: 'text not null unique',
    publicKey: 'text not null',
    counter: 'bigint not null',
    transports: 'text not null',
    isSyncable: 'bigint not null',
    isSynced: 'bigint not null',
    name: 'text not null',
    createdAtMs: 'bigint not null',
    lastUsedAtMs: 'bigint not null default 0',
    sessionId: 'text',
  }),
  'create index passkeys_by_admin on passkeys (admin_id)',
  createTable<SpentChallengesTable>('spent_challenges', {
    challenge: 'text primary key',
    expiresAtMs: 'bigint not null',
  }),
  createTable<SignOnIdentitiesTable>(
    'sign_on_identities',
    {
      adminId: `text primary key ${ofAdmin}`,
      issuer: 'text not null',
      subject: 'text not null',
      createdAtMs: 'bigint not null',
    },
    'constraint sign_on_identities_subject unique (issuer, subject)',
  ),
  createTable<SignOnFlowsTable>('sign_on_flows', {
    stateHash: 'text primary key',
    browserHash: 'text not null',
    stage: 'text not null',
    sealed: 'text not null',
    createdAtMs: 'bigint not null',
    expiresAtMs: 'bigint not null',
  }),
  'create index sign_on_flows_browser_hash on sign_on_flows (browser_hash)',
  'create index sign_on_flows_expires_at_ms on sign_on_flows (expires_at_ms)',
  createTable<InvitationsTable>('invitations', {
    id: 'text primary key',
    email: 'text not null',
    emailKey: 'text not null unique',
    role: 'text not null',
    tokenHash: 'text not null unique',
    mailId: 'text',
    createdAtMs: 'bigint not null',
    expiresAtMs: 'bigint not null',
  }),
  createTable<RecoveryRequestsTable>('recovery_requests', {
    id: 'text primary key',
    emailKey: 'text not null',
    requestedAtMs: 'bigint not null',
  }),
  createTable<RecoveriesTable>('recoveries', {
    adminId: `text primary key ${ofAdmin}`,
    tokenHash: 'text not null unique',
    mailId: 'text',
    expiresAtMs: 'bigint not null',
  }),
  createTable<EmailChangesTable>('email_changes', {
    adminId: `text primary key ${ofAdmin}`,
    newEmail: 'text not null',
    newEmailKey: 'text not null',
    tokenHash: 'text not null unique',
    mailId: 'text',
    expiresAtMs: 'bigint not null',
    ...emailRequest,
  }),
  createTable<EmailUndosTable>('email_undos', {
    id: 'text primary key',
    adminId: `text not null ${ofAdmin}`,
    tokenHash: 'text not null unique',
    email: 'text not null',
    emailKey: 'text not null',
    expiresAtMs: 'bigint not null',
    ...emailRequest,
  }),
  'create index email_undos_admin_id on email_undos (admin_id)',
]
