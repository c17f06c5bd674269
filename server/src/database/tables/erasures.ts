import { createTable } from './create-table.ts'

/** The users who were erased. A row stays, so that later imports leave them out. */
export type ErasuresTable = {
  userId: string
  erasedAtMs: number
  reason: string
  /** Null for a list that a restore applied. */
  adminId: string | null
  /** How many reports were deleted so far. */
  reports: number
  /** Null while reports are left. */
  finishedAtMs: number | null
}

/** The users who must not be erased. */
export type UserHoldsTable = {
  userId: string
  reason: string
  adminId: string
  createdAtMs: number
}

// No foreign keys: an erasure outlives its user, and both outlive the admin.
export const erasureTables: string[] = [
  createTable<ErasuresTable>('erasures', {
    userId: 'text primary key',
    erasedAtMs: 'bigint not null',
    reason: 'text not null',
    adminId: 'text',
    reports: 'integer not null default 0',
    finishedAtMs: 'bigint',
  }),
  'create index erasures_unfinished on erasures (user_id) where finished_at_ms is null',
  createTable<UserHoldsTable>('user_holds', {
    userId: 'text primary key',
    reason: 'text not null',
    adminId: 'text not null',
    createdAtMs: 'bigint not null',
  }),
]
