import { letterFolds } from './fold.ts'
import { foldedForSearch, needsFolding } from './search-fold-sqlite.ts'

/** Users without a name are sorted last. */
const lastOfAll = 'char(1114111)'
const separator = 'char(31)'

/** Equivalent to `fold`, for sort keys; nearly all names are ASCII and take the fast path. */
const folded = (column: string) =>
  `case when ${column} not glob '*[^ -~]*' then lower(${column}) else
     (select group_concat(coalesce(plain, lower(character)), '' order by place)
      from (with recursive characters (place, character) as (
              select 1, substr(${column}, 1, 1)
              union all select place + 1, substr(${column}, place + 1, 1) from characters where place < length(${column}))
            select place, character, plain from characters left join letter_folds on letter = character)) end`

/** "HM-9" is sorted before "HM-10": the number at the end is prefixed with its count of digits. */
const prefix = `rtrim(member, '0123456789')`
const digits = `ltrim(substr(member, length(${prefix}) + 1), '0')`
const memberIdKey = `iif(member = '', ${lastOfAll}, ${prefix} || char(48 + min(length(${digits}), 40)) || ${digits})`

/** The column's check allows characters other than digits. */
const birthKey = `iif(birth glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]', birth, ${lastOfAll})`

/** The folded member ID; null if that is only in lower case, as nearly always. */
export const foldedMemberId = (memberId: string) =>
  `case when ${needsFolding(memberId)} then ${foldedForSearch(memberId)} end`

/** The folded words of a user. Each text is folded by itself, because most IDs take the fast path. */
export const foldedWords = [
  foldedForSearch('first_name'),
  foldedForSearch('last_name'),
  'coalesce(member_id_folded, lower(member_id))',
  foldedForSearch('id'),
].join(" || ' ' || ")

const forget = (row: 'old' | 'new') => `delete from user_search where id = ${row}.id;`

/** `materialized` folds each text once. */
const remember = `
  insert into user_search (id, words, sort_key, first_name_key, member_id_key, birth_key, member_id_folded)
  select id, words, last_key || ${separator} || first_key || ${separator} || id, first_key, ${memberIdKey}, ${birthKey},
    member_id_folded
  from (
    with names as materialized (
      select new.id as id, new.date_of_birth as birth, new.first_name as first_name, new.last_name as last_name,
        new.member_id as member_id, ${foldedMemberId('new.member_id')} as member_id_folded,
        ${folded('new.first_name')} as first, ${folded('new.last_name')} as last,
        ${folded('new.member_id')} as member)
    select *, iif(first = '', ${lastOfAll}, first) as first_key, iif(last = '', ${lastOfAll}, last) as last_key,
      ${foldedWords} as words from names);`

const searched = 'id, member_id, first_name, last_name, date_of_birth'
const of = (row: 'old' | 'new') => searched.replaceAll(/\w+/g, `${row}.$&`)

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The triggers that fold what is written, and keep the trigrams of words that are folded again. */
export const sqliteUserWrites: string[] = [
  // "insert or replace" removes a row without running the trigger of deletions.
  `create trigger end_users_inserted after insert on end_users begin ${forget('new')} ${remember} end`,
  `create trigger end_users_updated after update of ${searched} on end_users when (${of('old')}) is not (${of('new')})
     begin ${forget('old')} ${forget('new')} ${remember} end`,
  `create trigger user_search_folded after update of words on user_search begin
     insert into user_trigrams (user_trigrams, rowid, words) values ('delete', old.number, old.words);
     insert into user_trigrams (rowid, words) values (new.number, new.words);
   end`,
]

export const sqliteFoldedIdIndex =
  'create index user_search_folded_id on user_search (member_id_folded, sort_key) where member_id_folded is not null'

/**
 * `user_search` has a row for each user with the searched text and the sort keys. Triggers maintain it, however a user
 * is written. Each order has an index that also contains the words, so that pages and whole searches only read an
 * index. The trigrams of the words find rarer texts of three characters or more. A deleted user leaves no trigrams.
 */
export const sqliteUserSearch: string[] = [
  `create table user_search (
    number integer primary key,
    id text not null unique,
    words text not null,
    sort_key text not null,
    first_name_key text not null,
    member_id_key text not null,
    birth_key text not null,
    member_id_folded text
  )`,
  'create index user_search_sort_key on user_search (sort_key, words)',
  'create index user_search_first_name on user_search (first_name_key, sort_key, words)',
  'create index user_search_member_id on user_search (member_id_key, sort_key, words)',
  'create index user_search_birth on user_search (birth_key, sort_key, words)',
  sqliteFoldedIdIndex,
  `create virtual table user_trigrams using fts5 (words, content = 'user_search', content_rowid = 'number', columnsize = 0,
       tokenize = 'trigram case_sensitive 1')`,
  `insert into user_trigrams (user_trigrams, rank) values ('secure-delete', 1)`,
  'create table user_counts (amount integer not null)',
  'insert into user_counts (amount) values (0)',
  'create table letter_folds (letter text primary key, plain text not null) without rowid',
  `insert into letter_folds select value ->> 0, value ->> 1 from json_each(${quoted(JSON.stringify([...letterFolds]))})`,
  ...sqliteUserWrites,
  `create trigger end_users_deleted after delete on end_users begin ${forget('old')} end`,
  `create trigger user_search_inserted after insert on user_search begin
     insert into user_trigrams (rowid, words) values (new.number, new.words);
     update user_counts set amount = amount + 1;
   end`,
  `create trigger user_search_deleted after delete on user_search begin
     insert into user_trigrams (user_trigrams, rowid, words) values ('delete', old.number, old.words);
     update user_counts set amount = amount - 1;
   end`,
]
