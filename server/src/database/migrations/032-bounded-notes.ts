import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** With more notes than this a statement gets one for all its changes. */
const mostNotes = 10_000
/** More than there are users: no place can be known, and no count, until the places are counted again. */
const tooMany = 2 ** 31 - 1

/**
 * An import left a note (027, 031) for each user. After ten million each page of the list and each search read a
 * gigabyte of deleted notes, until PostgreSQL cleaned up. Now there are some ten thousand notes at most.
 *
 * During a rolling upgrade a server of the version before can show totals from before a large import, for a minute.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine.name === 'sqlite') return
  await sql`
    create or replace function note_user_positions() returns trigger language plpgsql security definer
      set search_path from current as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from user_position_changes;
        delete from user_positions;
        return null;
      end if;
      execute format($query$
        with changes as (
            select sort_key, words, sum(amount) as amount from (%s) as each group by sort_key, words having sum(amount) <> 0),
          amounts as (select (select count(*) from changes)
            + (select count(*) from (select from user_position_changes limit ${sql.lit(mostNotes)}) as noted) as notes)
        insert into user_position_changes (sort_key, words, amount)
        select changes.* from changes, amounts where notes <= ${sql.lit(mostNotes)}
        union all
        select '', '', ${sql.lit(tooMany)} from amounts where notes > ${sql.lit(mostNotes)} and exists (select from changes)
      $query$, case tg_op
        when 'INSERT' then 'select sort_key, words, 1 as amount from added'
        when 'DELETE' then 'select sort_key, words, -1 as amount from removed'
        else 'select sort_key, words, 1 as amount from added union all select sort_key, words, -1 from removed'
      end);
      return null;
    end $$`.execute(db)
}

export const isAdditive = true
