import { createTable, ofAdmin } from './create-table.ts'

/** Which account at the identity provider belongs to which admin; at most one for each admin. */
export type SignOnIdentitiesTable = {
  adminId: string
  issuer: string
  /** The provider's id of the user, which it never gives to another. */
  subject: string
  createdAtMs: number
}

/** Sign-ons in progress. */
export type SignOnFlowsTable = {
  /** SHA-256 of the state, which the provider sends back. */
  stateHash: string
  /** SHA-256 of the token in a cookie: only the browser that began the sign-on may finish it. */
  browserHash: string
  /**
   * `proved`: the provider has responded, and the console's second step is missing. `ended`: it can no longer be used.
   */
  stage: 'begun' | 'proved' | 'ended'
  /** Encrypted with the master key: the values that the response is checked against, or its result. */
  sealed: string
  createdAtMs: number
  expiresAtMs: number
}

export const signOnTables: string[] = [
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
]
