import { createTable, ofAdmin } from './create-table.ts'

export type InvitationsTable = {
  id: string
  email: string
  emailKey: string
  role: 'admin' | 'super_admin'
  /** The admin who created the link; null: a system administrator. */
  inviterId: string | null
  tokenHash: string
  /** Null if a system administrator handed over the link. */
  mailId: string | null
  createdAtMs: number
  expiresAtMs: number
}

/** Requests for known and unknown email addresses: the account is looked up after the response. */
export type RecoveryRequestsTable = {
  id: string
  emailKey: string
  requestedAtMs: number
}

/** At most one per admin: a new one replaces the old. */
export type RecoveriesTable = {
  adminId: string
  tokenHash: string
  mailId: string | null
  expiresAtMs: number
}

/** Who requested a change of the email address, and when. An undo removes what was added around that time. */
type EmailRequest = {
  requestedAtMs: number
  /** The session that requested it; null if unknown. */
  sessionId: string | null
  /** 1: the admin had a second factor then. */
  hadFactor: number
}

/** At most one per admin: a new one replaces the old. */
export type EmailChangesTable = EmailRequest & {
  adminId: string
  newEmail: string
  newEmailKey: string
  tokenHash: string
  mailId: string | null
  expiresAtMs: number
}

/** Links that undo changes of email addresses. The ids of one admin are in the order of the changes. */
export type EmailUndosTable = EmailRequest & {
  id: string
  adminId: string
  tokenHash: string
  /** The email address before the change. */
  email: string
  emailKey: string
  expiresAtMs: number
}

const emailRequest = {
  requestedAtMs: 'bigint not null',
  sessionId: 'text',
  hadFactor: 'bigint not null',
}

export const linkTables: string[] = [
  createTable<InvitationsTable>('invitations', {
    id: 'text primary key',
    email: 'text not null',
    emailKey: 'text not null unique',
    role: 'text not null',
    inviterId: 'text',
    tokenHash: 'text not null unique',
    mailId: 'text',
    createdAtMs: 'bigint not null',
    expiresAtMs: 'bigint not null',
  }),
  createTable<RecoveryRequestsTable>('recovery_requests', {
    id: 'text primary key',
    emailKey: 'text not null',
    requestedAtMs: 'bigint not null',
  }),
  createTable<RecoveriesTable>('recoveries', {
    adminId: `text primary key ${ofAdmin}`,
    tokenHash: 'text not null unique',
    mailId: 'text',
    expiresAtMs: 'bigint not null',
  }),
  createTable<EmailChangesTable>('email_changes', {
    adminId: `text primary key ${ofAdmin}`,
    newEmail: 'text not null',
    newEmailKey: 'text not null',
    tokenHash: 'text not null unique',
    mailId: 'text',
    expiresAtMs: 'bigint not null',
    ...emailRequest,
  }),
  createTable<EmailUndosTable>('email_undos', {
    id: 'text primary key',
    adminId: `text not null ${ofAdmin}`,
    tokenHash: 'text not null unique',
    email: 'text not null',
    emailKey: 'text not null',
    expiresAtMs: 'bigint not null',
    ...emailRequest,
  }),
  'create index email_undos_admin_id on email_undos (admin_id)',
]
