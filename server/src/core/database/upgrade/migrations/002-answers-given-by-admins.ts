import { type Kysely, sql } from 'kysely'
import type { EngineName } from '../../tables/create-table.ts'

export const isAdditive = true

/**
 * Tells remembered answers that an admin gave from those that 1.0.0 accepted from a sheet of the file: all earlier ones
 * count as the latter, and a job deletes them. Creates the table of answers that are kept for a corrected file.
 */
export async function up(db: Kysely<any>, { name }: { name: EngineName }): Promise<void> {
  const bytes = sql.raw(name === 'postgres' ? 'bytea' : 'blob')
  await sql`alter table patient_layouts add column given_at_ms bigint`.execute(db)
  await sql`alter table patient_layouts add column given text`.execute(db)
  await sql`
    create table patient_kept_answers (
      admin_id text not null references admins (id) on delete cascade,
      headings_hash text not null,
      answers text not null,
      member_ids ${bytes} not null,
      at_ms bigint not null,
      constraint patient_kept_answers_key primary key (admin_id, headings_hash)
    )`.execute(db)
}
