import { createTable, ofAdmin } from './create-table.ts'

/** An authenticator app that is required at sign-in; at most one per admin. */
export type SecondFactorsTable = {
  adminId: string
  /** Encrypted with the master key. */
  secret: string
  /** The time step (RFC 6238) of the last code that was used. */
  lastStep: number
  /** A time step whose code was entered at the wrong time, so that it is rejected. */
  rejectedStep: number
  createdAtMs: number
  /** The session that added it; null if unknown. */
  sessionId: string | null
}

/** Secrets that no code has confirmed yet; at most one per admin. */
export type SecondFactorDraftsTable = Pick<SecondFactorsTable, 'adminId' | 'secret'>

/** The recovery codes that are left. */
export type RecoveryCodesTable = {
  adminId: string
  /** A keyed hash. */
  codeHash: string
  createdAtMs: number
  /** The session that created them; null if unknown. */
  sessionId: string | null
  /**
   * The keys with which the code may have been hashed before the master key was changed, sealed with the current one.
   */
  earlierKeys: string | null
}

/** Any number per admin, up to a limit. Binary values are base64url. */
export type PasskeysTable = {
  id: string
  adminId: string
  credentialId: string
  /** In the COSE format. */
  publicKey: string
  /** The passkey's own signature counter; 0 if it does not count. */
  counter: number
  /** JSON: the transports by which browsers reach it. */
  transports: string
  /** 1: a password manager may copy it to other devices; in the next column: it has been copied. */
  isSyncable: number
  isSynced: number
  name: string
  createdAtMs: number
  /** 0: never used. */
  lastUsedAtMs: number
  /** The session that added it; null if unknown. */
  sessionId: string | null
}

/** Challenges that a passkey has answered. Each can be used only once. */
export type SpentChallengesTable = { challenge: string; expiresAtMs: number }

export const credentialTables: string[] = [
  createTable<SecondFactorsTable>('second_factors', {
    adminId: `text primary key ${ofAdmin}`,
    secret: 'text not null',
    lastStep: 'bigint not null',
    rejectedStep: 'bigint not null default 0',
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
