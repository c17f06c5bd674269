import { createTable, ofAdmin } from './create-table.ts'

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

export const credentialTables: string[] = [
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
]
