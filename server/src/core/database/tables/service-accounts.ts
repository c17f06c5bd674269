import { createTable } from './create-table.ts'

/** Callers that are programs. A row stays when the account is disabled, because the audit log refers to it. */
export type ServiceAccountsTable = {
  id: string
  name: string
  /** JSON: an array of scopes. */
  scopes: string
  /** JSON: an array of networks in CIDR notation; empty: any. */
  networks: string
  /** An admin, who may have lost access. */
  ownerId: string
  createdAtMs: number
  /** When it will be disabled because its owner lost access; null if it will not. */
  endsAtMs: number | null
  endedAtMs: number | null
  /** How many days before its end the last email about it was sent; null if none was sent. */
  warnedDays: number | null
}

export type ServiceTokensTable = {
  /** SHA-256 of the token. */
  tokenHash: string
  /** Public: it is a part of the token, and identifies it in the audit log. */
  id: string
  accountId: string
  createdAtMs: number
  expiresAtMs: number
  /** The end of the overlap with a newer token; null if there is none. */
  rotatesAtMs: number | null
  revokedAtMs: number | null
  lastUsedAtMs: number | null
  /** The IP address of the last use that was recorded; empty if there was none. */
  lastAddress: string
  /** How many days before its end the last email about it was sent; null if none was sent. */
  warnedDays: number | null
}

export const serviceAccountTables: string[] = [
  createTable<ServiceAccountsTable>('service_accounts', {
    id: 'text primary key',
    name: 'text not null',
    scopes: 'text not null',
    networks: 'text not null',
    ownerId: 'text not null references admins (id)',
    createdAtMs: 'bigint not null',
    endsAtMs: 'bigint',
    endedAtMs: 'bigint',
    warnedDays: 'integer',
  }),
  'create index service_accounts_open on service_accounts (owner_id) where ended_at_ms is null',
  createTable<ServiceTokensTable>('service_tokens', {
    tokenHash: 'text primary key',
    id: 'text not null',
    accountId: 'text not null references service_accounts (id)',
    createdAtMs: 'bigint not null',
    expiresAtMs: 'bigint not null',
    rotatesAtMs: 'bigint',
    revokedAtMs: 'bigint',
    lastUsedAtMs: 'bigint',
    lastAddress: "text not null default ''",
    warnedDays: 'integer',
  }),
  'create unique index service_tokens_id on service_tokens (id)',
  'create index service_tokens_account_id on service_tokens (account_id)',
]
