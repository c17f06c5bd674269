import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The append-only tables of the record. */
const tables = ['audit_events', 'audit_terms'] as const

const triggers = {
  sqlite: [
    ...tables.flatMap((table) =>
      ['update', 'delete'].map((change) => ({
        name: `${table}_no_${change}`,
        sql: `create trigger ${table}_no_${change} before ${change} on ${table} begin
          select raise(abort, 'the access record is append-only');
        end`,
      })),
    ),
    {
      // "insert or replace" deletes without the trigger of deletions.
      name: 'audit_events_no_replace',
      sql: `create trigger audit_events_no_replace before insert on audit_events
        when exists (select 1 from audit_events where sequence = new.sequence) begin
          select raise(abort, 'the access record is append-only');
        end`,
    },
  ],
  postgres: tables.map((table) => ({
    name: `${table}_append_only`,
    sql: `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_change_of_record()`,
  })),
}

/** Triggers that refuse to change or remove rows of the record. */
export async function guardRecord(db: Kysely<any>, { name }: Engine): Promise<void> {
  if (name === 'postgres') {
    await sql
      .raw(
        `create or replace function refuse_change_of_record() returns trigger language plpgsql as $$
         begin
           raise exception 'the access record is append-only';
         end $$`,
      )
      .execute(db)
  }
  for (const trigger of triggers[name]) await sql.raw(trigger.sql).execute(db)
}

/**
 * Drops the triggers, in a transaction that restores them by `guardRecord`. On PostgreSQL only the owner of the tables
 * can.
 */
export async function unguardRecord(db: Kysely<any>, { name }: Engine): Promise<void> {
  for (const trigger of triggers[name]) {
    const table = tables.find((candidate) => trigger.name.startsWith(candidate))
    await sql.raw(`drop trigger ${trigger.name}${name === 'postgres' ? ` on ${table}` : ''}`).execute(db)
  }
}
