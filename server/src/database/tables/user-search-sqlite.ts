import { letterFolds } from './fold.ts'

const separator = 'char(31)'
/** Users without a name come last. */
const lastOfAll = 'char(1114111)'

/** Same as `fold`; nearly all names are ASCII and take the fast path. */
const folded = (column: string) =>
  `case when ${column} not glob '*[^ -~]*' then lower(${column}) else
     (select group_concat(coalesce(plain, lower(character)), '' order by place)
      from (with recursive characters (place, character) as (
              select 1, substr(${column}, 1, 1)
              union all select place + 1, substr(${column}, place + 1, 1) from characters where place < length(${column}))
            select place, character, plain from characters left join letter_folds on letter = character)) end`

const forget = (row: 'old' | 'new') =>
  `delete from user_search where lower(user_id) = lower(${row}.id) and user_id = ${row}.id;`

/** Characters with their own code, in order; the third code stands for all others below the letters. */
const alphabet = `(${separator} || ' abcdefghijklmnopqrstuvwxyz')`
const lowest = 3
const highest = 30

const codeOf = (character: string) =>
  `case when ${character} < ${separator} then 0
     when instr(${alphabet}, ${character}) > 0
       then instr(${alphabet}, ${character}) + (instr(${alphabet}, ${character}) >= ${lowest})
     when ${character} < 'a' then ${lowest} else ${highest} end`

const firstOfCluster = (place: string) =>
  `(select first from (select first, last from user_clusters where first <= ${place} order by first desc limit 1)
    where last >= ${place})`

const lastOfCluster = (place: string) => `(select last from user_clusters where first = ${firstOfCluster(place)})`

/** From the end of the cluster over all places that are taken. */
const firstFreePlace = `(
  with recursive places (place) as (
    select ${lastOfCluster('new.place')} + 1
    union all
    select coalesce(${lastOfCluster('place')}, place) + 1 from places
    where exists (select 1 from user_search where seq = place) or ${firstOfCluster('place')} is not null)
  select max(place) from places)`

const numberOfNew = `(select seq from user_search where lower(user_id) = lower(new.user_id) and user_id = new.user_id)`

const putIntoPlace = `
  insert into user_clusters select new.place, new.place
    where exists (select 1 from user_search where seq = new.place) and ${firstOfCluster('new.place')} is null;
  insert into user_search (seq, user_id, sort_key, words) values (
    case when ${firstOfCluster('new.place')} is null then new.place else coalesce(
      (select min(seq) from user_gaps where seq between ${firstOfCluster('new.place')} and ${lastOfCluster('new.place')}),
      ${firstFreePlace}) end,
    new.user_id, new.sort_key, new.words);
  delete from user_gaps where seq = ${numberOfNew};
  update user_clusters set last = max(last, ${numberOfNew}) where first = ${firstOfCluster('new.place')};
  delete from user_clusters
    where first > ${firstOfCluster('new.place')} and first <= ${lastOfCluster('new.place')};`

const letters = Array.from({ length: 12 }, (_, index) => index + 1)

/** `head`: the leading characters with their own code and one more; nothing after that may affect the place. */
const placeOfLetters = letters
  .map((letter) => `((${codeOf(`substr(head, ${letter}, 1)`)}) << ${(letters.length - letter) * 5 + 3})`)
  .join(' | ')

/** Names in other scripts: 16 bits of each of the first three characters, ten of the fourth; none after one that has more. */
const character = (place: number) => `coalesce(min(unicode(substr(sort_key, ${place}, 1)), 65535), 0)`
const placeOfOthers = `(${highest} << 58) | (${character(1)} << 42)
  | iif(${character(1)} = 65535, 0, (${character(2)} << 26)
  | iif(${character(2)} = 65535, 0, (${character(3)} << 10)
  | iif(${character(3)} = 65535, 0, ${character(4)} >> 6)))`

/** `materialized` computes each step once; merged into one expression they would be computed fifty times. */
const remember = (row: string, from = '(select 1)') => `
  insert into user_entries (place, user_id, sort_key, words)
  select place, id, sort_key, words from (
    with names as materialized (
      select ${row}.id as id, ${folded(`${row}.first_name`)} as first, ${folded(`${row}.last_name`)} as last,
        ${folded(`${row}.member_id`)} as member from ${from}),
    keys as materialized (
      select id, first || ' ' || last || char(10) || member as words,
        iif(last = '', ${lastOfAll}, last) || ${separator} || iif(first = '', ${lastOfAll}, first) || ${separator} || id as sort_key
      from names),
    heads as materialized (
      select id, words, sort_key,
        substr(sort_key, 1, length(sort_key) - length(ltrim(sort_key, ${alphabet})) + 1) as head
      from keys)
    select id, words, sort_key,
      iif(substr(sort_key, 1, 1) > 'z', ${placeOfOthers}, ${placeOfLetters}) as place from heads)`

const birthOf = (id: string) => `(select date_of_birth from end_users where id = ${id})`

/** The sort key is last name, first name and id with a separator that no name has. */
const afterLastName = `substr(sort_key, instr(sort_key, char(31)) + 1)`
/** The words are both names, and the member id on the next line. */
const member = `substr(words, instr(words, char(10)) + 1)`
const prefix = `rtrim(${member}, '0123456789')`
const digits = `ltrim(substr(${member}, length(${prefix}) + 1), '0')`

/** What the list is sorted by, as expressions of `user_search`. A query has to repeat them to use their index. */
export const userOrders = {
  firstName: {
    index: 'user_search_first_name',
    key: `substr(${afterLastName}, 1, instr(${afterLastName}, char(31)) - 1)`,
  },
  /** "HM-9" before "HM-10": the number at the end is prefixed with its count of digits. */
  memberId: {
    index: 'user_search_member_id',
    key: `iif(${member} = '', ${lastOfAll}, ${prefix} || char(48 + min(length(${digits}), 40)) || ${digits})`,
  },
  dateOfBirth: {
    index: 'user_search_birth',
    key: `iif(date_of_birth glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]', date_of_birth, ${lastOfAll})`,
  },
} as const

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * `user_search` holds every user once, under a number that follows the order of the list to the twelfth letter of the sort
 * key: 60 bits of letters and three more. A user who finds it taken gets the next free one, and the numbers from the first to
 * that one become a cluster in `user_clusters`: only within a cluster may users stand in another order than that of the list.
 * A number that gets free in a cluster is kept in `user_gaps` for the next (decision 008).
 *
 * The full-text tables use the same number, and FTS5 keeps its hits in that order: a page in the middle of 50,000 hits costs a
 * few milliseconds. `user_counts` holds the number of users for each pair of first letters.
 *
 * The other sort keys are made from what `user_search` holds; only the date of birth is added to it. Each has an index for the
 * pages of the whole list, in which equal ones follow the number, and so the list's own order. `user_search_keys` has them all
 * by number, for the hits of a search: a third of the pages of the table.
 */
export const sqliteUserSearch: string[] = [
  `create table user_search (
    seq integer primary key,
    user_id text not null,
    sort_key text not null,
    words text not null,
    date_of_birth text not null default ''
  )`,
  'create index user_search_id on user_search (lower(user_id))',
  ...Object.values(userOrders).map(({ index, key }) => `create index ${index} on user_search (${key})`),
  `create index user_search_keys on user_search (seq, ${Object.values(userOrders)
    .map(({ key }) => key)
    .join(', ')})`,
  `create table user_counts (
    bucket integer primary key,
    amount integer not null
  )`,
  'create table user_clusters (first integer primary key, last integer not null)',
  'create table user_gaps (seq integer primary key)',
  `create virtual table user_trigrams using fts5 (words, content = '', contentless_delete = 1, tokenize = 'trigram')`,
  `create virtual table user_words using fts5 (words, content = '', contentless_delete = 1, detail = none, prefix = '1 2',
       tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co' separators '-'")`,
  'create table letter_folds (letter text primary key, plain text not null) without rowid',
  `insert into letter_folds select value ->> 0, value ->> 1 from json_each(${quoted(JSON.stringify([...letterFolds]))})`,
  // What is inserted into it is put into its place.
  `create view user_entries as select 0 as place, '' as user_id, '' as sort_key, '' as words where false`,
  `create trigger user_entries_placed instead of insert on user_entries begin ${putIntoPlace} end`,
  // "insert or replace" removes a row without the trigger of deletions.
  `create trigger end_users_inserted after insert on end_users begin ${forget('new')} ${remember('new')}; end`,
  `create trigger end_users_updated after update of id, member_id, first_name, last_name on end_users
       when (old.id, old.member_id, old.first_name, old.last_name) is not (new.id, new.member_id, new.first_name, new.last_name)
       begin ${forget('old')} ${forget('new')} ${remember('new')}; end`,
  `create trigger end_users_deleted after delete on end_users begin ${forget('old')} end`,
  `create trigger end_users_born after update of date_of_birth on end_users begin
       update user_search set date_of_birth = new.date_of_birth
       where lower(user_id) = lower(new.id) and user_id = new.id;
     end`,
  `create trigger user_search_inserted after insert on user_search begin
       insert into user_trigrams (rowid, words) values (new.seq, new.words);
       insert into user_words (rowid, words) values (new.seq, new.words);
       insert into user_counts (bucket, amount) values (new.seq >> 53, 1) on conflict do update set amount = amount + 1;
     end`,
  `create trigger user_search_deleted after delete on user_search begin
       delete from user_trigrams where rowid = old.seq;
       delete from user_words where rowid = old.seq;
       update user_counts set amount = amount - 1 where bucket = old.seq >> 53;
       insert into user_gaps select old.seq where ${firstOfCluster('old.seq')} is not null;
     end`,
  `create trigger user_search_born after insert on user_search begin
       update user_search set date_of_birth = ${birthOf('new.user_id')} where seq = new.seq;
     end`,
]
