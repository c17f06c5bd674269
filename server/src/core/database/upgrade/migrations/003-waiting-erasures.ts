import { type Kysely, sql } from 'kysely'

export const isAdditive = true

/** Stores since when an erasure waits for an older transaction. 1.0.0 finishes erasures without waiting. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table erasures add column waits_since_ms bigint`.execute(db)
}
