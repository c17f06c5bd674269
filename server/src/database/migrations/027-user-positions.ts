import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * On PostgreSQL the place of every thousandth user in the list, so that a page in the middle is found without counting
 * those before it. Each change is a separate row until the places are counted again (decision 098).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine.name === 'sqlite') return
  await sql`create table user_positions (position bigint primary key, sort_key text collate "C" not null)`.execute(db)
  await sql`create table user_position_changes (sort_key text collate "C" not null, amount int not null)`.execute(db)
  await sql`
    create function note_user_positions() returns trigger language plpgsql security definer
      set search_path from current as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from user_position_changes;
        delete from user_positions;
      elsif tg_op = 'INSERT' then
        insert into user_position_changes select sort_key, 1 from added;
      elsif tg_op = 'DELETE' then
        insert into user_position_changes select sort_key, -1 from removed;
      else
        insert into user_position_changes
        select sort_key, sum(amount) from (
          select sort_key, 1 as amount from added union all select sort_key, -1 from removed
        ) as changes group by sort_key having sum(amount) <> 0;
      end if;
      return null;
    end $$`.execute(db)
  await callOnChange(db, 'insert', 'referencing new table as added')
  await callOnChange(db, 'update', 'referencing new table as added old table as removed')
  await callOnChange(db, 'delete', 'referencing old table as removed')
  await callOnChange(db, 'truncate', '')
}

export const isAdditive = true

/** Runs once for each statement. */
async function callOnChange(db: Kysely<unknown>, event: string, rows: string): Promise<void> {
  await sql
    .raw(
      `create trigger end_users_positions_on_${event} after ${event} on end_users
         ${rows} for each statement execute function note_user_positions()`,
    )
    .execute(db)
}
