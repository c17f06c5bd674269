import { type Kysely, sql } from 'kysely'
import { folded, named } from './002-users-postgres.ts'
import { label } from './006-user-search.ts'

/**
 * A page of the whole list comes from an index of the key and the list's own. Hits of a search are counted for each label, as
 * they are in the list's own order (decision 008): the first bytes of a name, the date as a number, the length and the
 * first bytes of a member id.
 */
export async function createPostgresUserOrders(db: Kysely<unknown>): Promise<void> {
  await statement(
    db,
    `alter table end_users
       add column first_name_key text collate "C" not null generated always as (${named('first_name')}) stored,
       add column member_id_key text collate "C" not null generated always as (${memberIdKey}) stored,
       add column birth_key text collate "C" not null generated always as (${birthKey}) stored`,
    'create index end_users_first_name_key on end_users (first_name_key, sort_key)',
    'create index end_users_member_id_key on end_users (member_id_key, sort_key)',
    'create index end_users_birth_key on end_users (birth_key, sort_key)',
    `alter table user_search
       add column first_name_label int not null default 0,
       add column birth_label int not null default 0,
       add column member_id_label bigint not null default 0`,
    // Rewritten, because an update of every row would leave the table twice as large.
    'drop index user_search_label',
    'drop index user_search_words',
    'truncate user_search',
    `insert into user_search (number, label, words, first_name_label, birth_label, member_id_label)
     select number, ${label}, words, ${firstNameLabel}, ${birthLabel}, ${memberIdLabel} from end_users`,
    'create index user_search_label on user_search (label)',
    'create index user_search_words on user_search using gin (words gin_trgm_ops)',
    `create or replace function index_end_users() returns trigger language plpgsql security definer
       set search_path from current as $$
     begin
       if tg_op = 'TRUNCATE' then
         truncate user_search;
       elsif tg_op = 'DELETE' then
         delete from user_search using changed where user_search.number = changed.number;
       else
         insert into user_search (number, label, words, first_name_label, birth_label, member_id_label)
         select number, ${label}, words, ${firstNameLabel}, ${birthLabel}, ${memberIdLabel} from changed
         on conflict (number) do update set label = excluded.label, words = excluded.words,
           first_name_label = excluded.first_name_label, birth_label = excluded.birth_label,
           member_id_label = excluded.member_id_label
         where (user_search.label, user_search.words, user_search.birth_label, user_search.member_id_label)
           is distinct from (excluded.label, excluded.words, excluded.birth_label, excluded.member_id_label);
       end if;
       return null;
     end $$`,
  )
}

async function statement(db: Kysely<unknown>, ...texts: string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db)
}

const last = 'chr(1114111)'

/** "HM-9" before "HM-10": the number at the end is prefixed with its count of digits. */
const member = folded('member_id')
const prefix = `rtrim(${member}, '0123456789')`
const digits = `ltrim(substr(${member}, length(${prefix}) + 1), '0')`
const memberIdKey = `case when member_id = '' then ${last}
  else ${prefix} || chr(48 + least(length(${digits}), 40)) || ${digits} end`

/** The column's check lets other characters than digits through. */
const isDate = `date_of_birth ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`
const birthKey = `case when ${isDate} then date_of_birth else ${last} end`
export const birthLabel = `case when ${isDate} then replace(date_of_birth, '-', '')::int else 99999999 end`

const bytesOf = (column: string, length: number) =>
  `('x' || encode(substring(convert_to(${column}, 'UTF8') || '\\x0000000000000000' from 1 for ${length}), 'hex'))`
export const firstNameLabel = `(${bytesOf('first_name_key', 4)}::bit(32)::bigint >> 1)::int`
export const memberIdLabel = `(${bytesOf('member_id_key', 8)}::bit(64) >> 1)::bigint`
