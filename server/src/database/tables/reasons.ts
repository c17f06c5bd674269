import { createTable } from './create-table.ts'

/** Why someone did what is not done lightly, in their words. The audit log has the act, and no free text. */
export type ReasonsTable = {
  id: string
  /** As in the audit log. */
  action: string
  /** What it was done to, as `kind:id`. */
  subject: string
  adminId: string
  reason: string
  atMs: number
}

// No foreign keys: a reason outlives the person, the table and the admin.
export const reasonTables: string[] = [
  createTable<ReasonsTable>('reasons', {
    id: 'text primary key',
    action: 'text not null',
    subject: 'text not null',
    adminId: 'text not null',
    reason: 'text not null',
    atMs: 'bigint not null',
  }),
]
