import { type Kysely, sql } from 'kysely'

export const isAdditive = true

/**
 * Stores where the groups of a sign-on came from, and when the identity provider last confirmed the access. 1.0.0 sets
 * neither: its sessions count as confirmed when they were last checked.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table sessions add column sign_on_groups_from text`.execute(db)
  await sql`alter table sessions add column sign_on_confirmed_at_ms bigint not null default 0`.execute(db)
}
