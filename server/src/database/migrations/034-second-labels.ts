import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { markedWords } from '../marked-words.ts'
import { birthLabel, firstNameLabel, memberIdLabel } from './013-user-orders-postgres.ts'
import { label, secondLabel } from './033-longer-labels.ts'

const derived = {
  label,
  second_label: secondLabel,
  words: markedWords('words'),
  first_name_label: firstNameLabel,
  birth_label: birthLabel,
  member_id_label: memberIdLabel,
}
const fill = `insert into user_search (number, ${list()}) select number, ${Object.values(derived).join(', ')} from`

/**
 * On PostgreSQL a page of a search reads and sorts all users with its labels (006, 033). Where a long surname is frequent, very
 * many have one label: the second one orders them in the narrow table. The words are marked there. Finer statistics let
 * PostgreSQL choose between the words and the labels (decision 118).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine.name === 'sqlite') return
  for (const text of [
    'drop index user_search_label',
    'drop index user_search_words',
    'truncate user_search',
    'alter table user_search add column second_label bigint not null',
    'alter table user_search alter column words set statistics 1000, alter column label set statistics 1000',
    `${fill} end_users`,
    'create index user_search_label on user_search (label, second_label)',
    'create index user_search_words on user_search using gin (words gin_trgm_ops)',
    `create or replace function index_end_users() returns trigger language plpgsql security definer
       set search_path from current as $$
     begin
       if tg_op = 'TRUNCATE' then
         truncate user_search;
       elsif tg_op = 'DELETE' then
         delete from user_search using changed where user_search.number = changed.number;
       else
         ${fill} changed
         on conflict (number) do update set (${list()}) = (${list('excluded.')})
         where (${list('user_search.')}) is distinct from (${list('excluded.')});
       end if;
       return null;
     end $$`,
    'analyze user_search',
  ]) {
    await sql.raw(text).execute(db)
  }
}

function list(prefix = ''): string {
  return Object.keys(derived)
    .map((column) => prefix + column)
    .join(', ')
}
