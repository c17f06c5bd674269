import { type Kysely, sql } from 'kysely'
import type { EngineName } from '../tables/create-table.ts'

/**
 * Searches of users are not remembered any more, so PostgreSQL needs one label for each order and no words with the notes of
 * changes, and SQLite no versions of counts. The labels are computed again from `end_users`.
 */
export async function up(db: Kysely<any>, { name }: { name: EngineName }): Promise<void> {
  for (const statement of statements[name]) await sql.raw(statement).execute(db)
}

// Previous versions read what is dropped.
export const isAdditive = false

const sqlite = [
  'drop trigger user_search_inserted',
  'drop trigger user_search_deleted',
  'drop index user_counts_version',
  'alter table user_counts drop column version',
  `create trigger user_search_inserted after insert on user_search begin
       insert into user_trigrams (rowid, words) values (new.seq, new.words);
       insert into user_words (rowid, words) values (new.seq, new.words);
       insert into user_counts (bucket, amount) values (new.seq >> 53, 1) on conflict do update set amount = amount + 1;
     end`,
  `create trigger user_search_deleted after delete on user_search begin
       delete from user_trigrams where rowid = old.seq;
       delete from user_words where rowid = old.seq;
       update user_counts set amount = amount - 1 where bucket = old.seq >> 53;
       insert into user_gaps select old.seq where (select first from (select first, last from user_clusters where first <= old.seq order by first desc limit 1)
    where last >= old.seq) is not null;
     end`,
]

const labelOf = (key: string) =>
  `(('x' || encode(substring(convert_to(${key}, 'UTF8') || '\\x0000000000000000' from 1 for 8), 'hex'))::bit(64) >> 1)::bigint`

const columns = 'label, words, first_name_label, birth_label, member_id_label'
const columnsOf = (table: string) => columns.replaceAll(/\w+/g, `${table}.$&`)
const values = [
  labelOf('sort_key'),
  `replace(replace(replace(words, '''', 'Z'), ' ', 'QQ'), '-', 'XX')`,
  ...['first_name_key', 'birth_key', 'member_id_key'].map(labelOf),
].join(', ')

const postgres = [
  'truncate user_search',
  'drop index user_search_words',
  `alter table user_search drop column second_label,
    alter column first_name_label type bigint, alter column first_name_label drop default,
    alter column birth_label type bigint, alter column birth_label drop default,
    alter column member_id_label drop default`,
  `create or replace function index_end_users() returns trigger language plpgsql security definer
       set search_path from current as $$
     begin
       if tg_op = 'TRUNCATE' then
         truncate user_search;
       elsif tg_op = 'DELETE' then
         delete from user_search using changed where user_search.number = changed.number;
       else
         insert into user_search (number, ${columns}) select number, ${values} from changed
         on conflict (number) do update set (${columns}) = (${columnsOf('excluded')})
         where (${columnsOf('user_search')}) is distinct from (${columnsOf('excluded')});
       end if;
       return null;
     end $$`,
  `insert into user_search (number, ${columns}) select number, ${values} from end_users order by number`,
  'create index user_search_label on user_search (label)',
  'create index user_search_words on user_search using gin (words gin_trgm_ops)',
  'analyze user_search',
  'alter table user_positions drop column count_id',
  'alter table user_position_changes drop column words',
  `create or replace function note_user_positions() returns trigger language plpgsql security definer
      set search_path from current as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from user_position_changes;
        delete from user_positions;
        return null;
      end if;
      execute format($query$
        with changes as (
            select sort_key, sum(amount) as amount from (%s) as each group by sort_key having sum(amount) <> 0),
          amounts as (select (select count(*) from changes)
            + (select count(*) from (select from user_position_changes limit 10000) as noted) as notes)
        insert into user_position_changes (sort_key, amount)
        select changes.* from changes, amounts where notes <= 10000
        union all
        select '', 2147483647 from amounts where notes > 10000 and exists (select from changes)
      $query$, case tg_op
        when 'INSERT' then 'select sort_key, 1 as amount from added'
        when 'DELETE' then 'select sort_key, -1 as amount from removed'
        else 'select sort_key, 1 as amount from added union all select sort_key, -1 from removed'
      end);
      return null;
    end $$`,
]

const statements = { sqlite, postgres }
