import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * On PostgreSQL each change noted for the places (027) has the words of the user as well, and each count of the places has an
 * id: a total that was counted once stays exact by the notes, until the places are counted anew (decision 103).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine.name === 'sqlite') return
  // Notes without words would make totals wrong. The places are counted again within a minute.
  await sql`delete from user_positions`.execute(db)
  await sql`delete from user_position_changes`.execute(db)
  // Of the first place only: each row gets another one.
  await sql`alter table user_positions add column count_id uuid not null default gen_random_uuid()`.execute(db)
  await sql`alter table user_position_changes add column words text not null`.execute(db)
  await sql`
    create or replace function note_user_positions() returns trigger language plpgsql security definer
      set search_path from current as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from user_position_changes;
        delete from user_positions;
      elsif tg_op = 'INSERT' then
        insert into user_position_changes (sort_key, words, amount) select sort_key, words, 1 from added;
      elsif tg_op = 'DELETE' then
        insert into user_position_changes (sort_key, words, amount) select sort_key, words, -1 from removed;
      else
        insert into user_position_changes (sort_key, words, amount)
        select sort_key, words, sum(amount) from (
          select sort_key, words, 1 as amount from added union all select sort_key, words, -1 from removed
        ) as changes group by sort_key, words having sum(amount) <> 0;
      end if;
      return null;
    end $$`.execute(db)
}

export const isAdditive = true
