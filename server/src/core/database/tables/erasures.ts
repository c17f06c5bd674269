import { createTable } from './create-table.ts'

/** The users who were erased. Rows stay, so that later imports leave these users out. */
export type ErasuresTable = {
  userId: string
  erasedAtMs: number
  reason: string
  /** Null for a list that a restore applied. */
  adminId: string | null
  /** How many reports have been deleted so far. */
  reports: number
  /** Null while reports, or deleted rows in the files of the database, are left. */
  finishedAtMs: number | null
  /**
   * Since when a transaction has prevented the removal of the deleted rows, if that has been logged. Null once it is
   * finished.
   */
  waitsSinceMs?: number | null
}

/** The users on legal hold, who must not be erased. */
export type LegalHoldsTable = {
  userId: string
  reason: string
  adminId: string
  createdAtMs: number
}

/** The values of `REPORTS_KEPT_YEARS` on the servers; 0 if it is not set. */
export type ReportsKeptTable = {
  years: number
  /** When this value, or a lower one, was first seen. */
  sinceMs: number
  /** When a server last had this value. */
  seenAtMs: number
}

// There are no foreign keys: an erasure outlives its user, and both outlive the admin.
export const erasureTables: string[] = [
  createTable<ErasuresTable>('erasures', {
    userId: 'text primary key',
    erasedAtMs: 'bigint not null',
    reason: 'text not null',
    adminId: 'text',
    reports: 'integer not null default 0',
    finishedAtMs: 'bigint',
    waitsSinceMs: 'bigint',
  }),
  'create index erasures_unfinished on erasures (user_id) where finished_at_ms is null',
  createTable<LegalHoldsTable>('legal_holds', {
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
