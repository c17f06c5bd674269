import { createTable } from './create-table.ts'

/**
 * The reason for an unusual action, as its author entered it. The audit log contains the action, but no free text, so
 * that the reasons can be erased with a user.
 */
export type ReasonsTable = {
  id: string
  /** The action as in the audit log. */
  action: string
  /** The subject of the action, as `kind:id`. */
  subject: string
  adminId: string
  reason: string
  atMs: number
}

// There are no foreign keys: a reason outlives the table and the admin, and an erasure deletes those about its user.
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
