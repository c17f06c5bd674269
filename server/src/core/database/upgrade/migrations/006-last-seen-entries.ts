import { type Kysely, sql } from 'kysely'

export const isAdditive = true

/** Stores, for each replica, the last entry of the audit log that it saw committed. 1.0.0 stores none. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table replicas add column audit_sequence bigint`.execute(db)
  await sql`alter table replicas add column audit_hash text`.execute(db)
}
