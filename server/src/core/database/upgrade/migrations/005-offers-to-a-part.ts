import { type Kysely, sql } from 'kysely'

export const isAdditive = true

/** Stores which version of a file is offered to a part of the devices. 1.0.0 ignores it, and never changes it. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table model_files add column offered_version integer`.execute(db)
  await sql`alter table model_files add column offered_percent integer`.execute(db)
}
