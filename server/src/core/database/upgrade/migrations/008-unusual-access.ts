import { type Kysely, sql } from 'kysely'

export const isAdditive = true

/**
 * Creates the tables of unusual access, which stay empty unless `UNUSUAL_ACCESS` is on. 1.0.0 neither reads nor writes
 * them.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table openings (
      day integer not null,
      hour integer not null,
      admin_id text not null,
      user_id text not null,
      constraint openings_key primary key (day, admin_id, user_id, hour)
    )`.execute(db)
  await sql`create index openings_user on openings (user_id)`.execute(db)
  await sql`
    create table access_findings (
      id text primary key,
      rule text not null,
      admin_id text not null,
      user_id text,
      first_day integer not null,
      day integer not null,
      numbers text not null,
      entries integer not null,
      state text not null,
      created_at_ms bigint not null,
      answered_at_ms bigint,
      answered_by text
    )`.execute(db)
  await sql`
    create unique index access_findings_open on access_findings (rule, admin_id, coalesce(user_id, cast(day as text)))
      where state = 'open'`.execute(db)
  await sql`
    create table access_checks (
      id integer primary key,
      read_day integer not null,
      checked_day integer not null,
      checked_at_ms bigint,
      mailed_at_ms bigint not null,
      runner text,
      runner_until_ms bigint not null
    )`.execute(db)
}
