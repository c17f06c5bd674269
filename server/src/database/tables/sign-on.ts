import { createTable, ofAdmin } from './create-table.ts'

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
