import { type Kysely, sql } from 'kysely'
import { letterFolds } from '../fold.ts'

/*
 * `user_search` holds every user once, under a number that follows the order of the list: the first seven letters
 * of the sort key (35 bits) and a counter (28 bits). The full-text tables use the same number, and FTS5 keeps its hits
 * in that order: a page in the middle of 50,000 hits costs a few milliseconds, and only users who share those seven
 * letters have to be sorted. `user_counts` holds the number of users for each pair of first letters.
 */
export async function createSqliteUserSearch(db: Kysely<unknown>): Promise<void> {
  await statement(
    db,
    `create table user_search (seq integer primary key, user_id text not null, sort_key text not null, words text not null)`,
    `create index user_search_id on user_search (lower(user_id))`,
    `create table user_counts (bucket integer primary key, amount integer not null)`,
    `create virtual table user_trigrams using fts5 (words, content = '', contentless_delete = 1, tokenize = 'trigram')`,
    `create virtual table user_words using fts5 (words, content = '', contentless_delete = 1, detail = none, prefix = '1 2',
       tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co' separators '-'")`,
    `create table letter_folds (letter text primary key, plain text not null) without rowid`,
  )
  const folds = JSON.stringify([...letterFolds])
  await sql`insert into letter_folds select value ->> 0, value ->> 1 from json_each(${folds})`.execute(db)
  await statement(
    db,
    // INSERT OR REPLACE removes a row without telling the delete trigger.
    `create trigger end_users_inserted after insert on end_users begin ${forget('new')} ${remember} end`,
    `create trigger end_users_updated after update of id, member_id, first_name, last_name on end_users
       when (old.id, old.member_id, old.first_name, old.last_name) is not (new.id, new.member_id, new.first_name, new.last_name)
       begin ${forget('old')} ${forget('new')} ${remember} end`,
    `create trigger end_users_deleted after delete on end_users begin ${forget('old')} end`,
    `create trigger user_search_inserted after insert on user_search begin
       insert into user_trigrams (rowid, words) values (new.seq, new.words);
       insert into user_words (rowid, words) values (new.seq, new.words);
       insert into user_counts values (new.seq >> 53, 1) on conflict do update set amount = amount + 1;
     end`,
    `create trigger user_search_deleted after delete on user_search begin
       delete from user_trigrams where rowid = old.seq;
       delete from user_words where rowid = old.seq;
       update user_counts set amount = amount - 1 where bucket = old.seq >> 53;
     end`,
  )
}

async function statement(db: Kysely<unknown>, ...texts: string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db)
}

export const forget = (row: 'old' | 'new') =>
  `delete from user_search where lower(user_id) = lower(${row}.id) and user_id = ${row}.id;`

/** Same as `fold`; nearly all names are ASCII and take the fast path. */
export const folded = (column: string) =>
  `case when ${column} not glob '*[^ -~]*' then lower(${column}) else
     (select group_concat(coalesce(plain, lower(character)), '' order by place)
      from (with recursive characters (place, character) as (
              select 1, substr(${column}, 1, 1)
              union all select place + 1, substr(${column}, place + 1, 1) from characters where place < length(${column}))
            select place, character, plain from characters left join letter_folds on letter = character)) end`

export const separator = 'char(31)'
/** People without a name come last. */
export const lastOfAll = 'char(1114111)'
/** Characters with their own code, in order; the third code stands for all others below the letters. */
export const alphabet = `(${separator} || ' abcdefghijklmnopqrstuvwxyz')`
const lowest = 3
export const highest = 30
const letters = [1, 2, 3, 4, 5, 6, 7]

export const codeOf = (character: string) =>
  `case when ${character} < ${separator} then 0
     when instr(${alphabet}, ${character}) > 0
       then instr(${alphabet}, ${character}) + (instr(${alphabet}, ${character}) >= ${lowest})
     when ${character} < 'a' then ${lowest} else ${highest} end`

/** `head`: the leading characters with their own code and one more; nothing after that may affect the label. */
const labelOfLetters = letters
  .map((place) => `((${codeOf(`substr(head, ${place}, 1)`)}) << ${(letters.length - place) * 5})`)
  .join(' | ')

/** Names in other scripts: 16 bits of the first character, 14 of the second. */
const labelOfOthers = `(${highest} << 30) | (min(unicode(sort_key), 65535) << 14)
  | iif(unicode(sort_key) >= 65535, 0, coalesce(min(unicode(substr(sort_key, 2, 1)), 65535) >> 2, 0))`

/** `materialized` computes each step once; merged into one expression they would be computed fifty times. */
const remember = `
  insert into user_search (seq, user_id, sort_key, words)
  select coalesce((select max(seq) from user_search where seq between label << 28 and (label << 28) | 268435455), label << 28) + 1,
    new.id, sort_key, words
  from (
    with names as materialized (
      select ${folded('new.first_name')} as first, ${folded('new.last_name')} as last, ${folded('new.member_id')} as member),
    keys as materialized (
      select first || ' ' || last || char(10) || member as words,
        iif(last = '', ${lastOfAll}, last) || ${separator} || iif(first = '', ${lastOfAll}, first) || ${separator} || new.id as sort_key
      from names),
    heads as materialized (
      select words, sort_key, substr(sort_key, 1, length(sort_key) - length(ltrim(sort_key, ${alphabet})) + 1) as head
      from keys)
    select words, sort_key, iif(substr(sort_key, 1, 1) > 'z', ${labelOfOthers}, ${labelOfLetters}) as label from heads);`
