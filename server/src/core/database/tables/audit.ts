import type { Role } from '@health-console/contract/staff/admins.ts'
import type { AuditOutcome } from '@health-console/contract/audit/actions.ts'
import { createTable, type EngineName } from './create-table.ts'

export type AuditEventsTable = {
  /** Counts from 1 without a gap, so that a removed row is detected. */
  sequence: number
  /** The format of the row: see `audit/verify-audit.mjs`. */
  version: number
  atMs: number
  actorId: string | null
  /** The account of the operating system that ran a command. */
  operator: string | null
  /** The public id of the session. */
  sessionId: string | null
  action: string
  /** JSON: an array of `kind:id`. */
  subjects: string
  outcome: AuditOutcome
  /** Why the request was rejected. */
  reason: string | null
  /** How many equal events the row stands for. */
  count: number
  address: string | null
  requestId: string | null
  previousHash: string
  hash: string
}

/** Finds the rows of the audit log that refer to a subject: see `audit/terms.ts`. */
export type AuditTermsTable = {
  /** `kind:id`. */
  term: string
  action: string
  outcome: AuditEventsTable['outcome']
  atMs: number
  sequence: number
}

/** This table has one row. */
export type AuditIndexTable = {
  /** The last row of the audit log whose terms are in `audit_terms`. */
  sequence: number
}

/** One row: the position up to which `AUDIT_STREAM` has been written. */
export type AuditStreamTable = {
  id: number
  sequence: number
  /** The process that writes the stream, and the end of its lease. */
  writer: string
  writerUntilMs: number
}

/** Staff whose access was revoked, with their last names and roles, because the audit log refers to them. */
export type FormerAdminsTable = {
  id: string
  email: string
  fullName: string
  role: Role
  leftAtMs: number
}

export const auditTables = (engine: EngineName): string[] => [
  createTable<AuditEventsTable>('audit_events', {
    sequence: 'bigint primary key',
    version: 'integer not null',
    atMs: 'bigint not null',
    actorId: 'text',
    operator: 'text',
    sessionId: 'text',
    action: 'text not null',
    subjects: 'text not null',
    outcome: 'text not null',
    reason: 'text',
    count: 'integer not null',
    address: 'text',
    requestId: 'text',
    previousHash: 'text not null',
    hash: 'text not null',
  }),
  'create index audit_events_at on audit_events (at_ms, sequence)',
  'create index audit_events_action on audit_events (action, outcome, at_ms, sequence)',
  'create index audit_events_actor on audit_events (actor_id, action, outcome, at_ms, sequence)',
  createTable<AuditTermsTable>(
    'audit_terms',
    {
      // Ids are searched by prefix, which needs the order of bytes.
      term: engine === 'postgres' ? 'text collate "C" not null' : 'text not null',
      action: 'text not null',
      outcome: 'text not null',
      atMs: 'bigint not null',
      sequence: 'bigint not null',
    },
    // The time is the last column, because nearly every entry refers to an admin on the first page of a list.
    'constraint audit_terms_primary_key primary key (term, action, outcome, at_ms, sequence)',
  ) + (engine === 'sqlite' ? ' without rowid' : ''),
  createTable<AuditIndexTable>('audit_index', { sequence: 'bigint not null' }),
  'insert into audit_index values (0)',
  createTable<AuditStreamTable>('audit_stream', {
    id: 'integer primary key',
    sequence: 'bigint not null',
    writer: 'text not null',
    writerUntilMs: 'bigint not null',
  }),
  createTable<FormerAdminsTable>('former_admins', {
    id: 'text primary key',
    email: 'text not null',
    fullName: 'text not null',
    role: 'text not null',
    leftAtMs: 'bigint not null',
  }),
  ...guardOf[engine],
]

const appendOnlyTables = ['audit_events', 'audit_terms']
const rejection = 'the audit log is append-only'

/**
 * The triggers that prevent changes and removals of entries. On PostgreSQL only the owner of the tables can drop them.
 */
const guardOf: Record<EngineName, string[]> = {
  sqlite: [
    ...appendOnlyTables.flatMap((table) =>
      ['update', 'delete'].map(
        (change) => `create trigger ${table}_no_${change} before ${change} on ${table} begin
          select raise(abort, '${rejection}');
        end`,
      ),
    ),
    // "insert or replace" deletes without running the trigger of deletions.
    `create trigger audit_events_no_replace before insert on audit_events
      when exists (select 1 from audit_events where sequence = new.sequence) begin
        select raise(abort, '${rejection}');
      end`,
  ],
  postgres: [
    `create function prevent_change_of_audit_log() returns trigger language plpgsql as $$
       begin
         raise exception '${rejection}';
       end $$`,
    ...appendOnlyTables.map(
      (table) => `create trigger ${table}_append_only before update or delete or truncate on ${table}
        for each statement execute function prevent_change_of_audit_log()`,
    ),
  ],
}
