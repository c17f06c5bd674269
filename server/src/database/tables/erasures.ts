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

/** The values of `REPORTS_KEPT_YEARS` that servers have; 0 where it is not set. */
export type ReportsKeptTable = {
  years: number
  /** When it, or a lower one, was first seen. */
  sinceMs: number
  /** When a server last had this value. */
  seenAtMs: number
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
  createTable<ReportsKeptTable>('reports_kept', {
    years: 'integer primary key',
    sinceMs: 'bigint not null',
    seenAtMs: 'bigint not null',
  }),
]
