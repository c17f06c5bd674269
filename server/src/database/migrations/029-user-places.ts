import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { alphabet, codeOf, folded, forget, highest, lastOfAll, separator } from './002-users-sqlite.ts'

const nextVersion = `(select coalesce(max(version), 0) + 1 from user_counts)`

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

/**
 * On SQLite the number of a user follows the order of the list to the twelfth letter of the sort key instead of the
 * seventh, so that few share it where very many have one surname. It is 60 bits of letters and three more. Who finds it
 * taken gets the next free one, and the numbers from the first to that one become a cluster in `user_clusters`: only
 * within a cluster may users stand in another order than that of the list. A number that gets free in a cluster is kept in
 * `user_gaps` for the next. `version` in `user_counts` grows with each change of a bucket (decision 102).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine.name === 'postgres') return
  await statement(
    db,
    `drop trigger end_users_inserted`,
    `drop trigger end_users_updated`,
    `drop trigger user_search_inserted`,
    `drop trigger user_search_deleted`,
    `delete from user_search`,
    `delete from user_counts`,
    `insert into user_trigrams (user_trigrams) values ('delete-all')`,
    `insert into user_words (user_words) values ('delete-all')`,
    `alter table user_counts add column version integer not null default 0`,
    `create index user_counts_version on user_counts (version)`,
    `create table user_clusters (first integer primary key, last integer not null)`,
    `create table user_gaps (seq integer primary key)`,
    // What is inserted into it is put into its place.
    `create view user_entries as select 0 as place, '' as user_id, '' as sort_key, '' as words where false`,
    `create trigger user_entries_placed instead of insert on user_entries begin ${putIntoPlace} end`,
    `create trigger end_users_inserted after insert on end_users begin ${forget('new')} ${remember('new')}; end`,
    `create trigger end_users_updated after update of id, member_id, first_name, last_name on end_users
       when (old.id, old.member_id, old.first_name, old.last_name) is not (new.id, new.member_id, new.first_name, new.last_name)
       begin ${forget('old')} ${forget('new')} ${remember('new')}; end`,
    `create trigger user_search_inserted after insert on user_search begin
       insert into user_trigrams (rowid, words) values (new.seq, new.words);
       insert into user_words (rowid, words) values (new.seq, new.words);
       insert into user_counts (bucket, amount, version) values (new.seq >> 53, 1, ${nextVersion})
         on conflict do update set amount = amount + 1, version = excluded.version;
     end`,
    `create trigger user_search_deleted after delete on user_search begin
       delete from user_trigrams where rowid = old.seq;
       delete from user_words where rowid = old.seq;
       update user_counts set amount = amount - 1, version = ${nextVersion} where bucket = old.seq >> 53;
       insert into user_gaps select old.seq where ${firstOfCluster('old.seq')} is not null;
     end`,
    `${remember('end_users', 'end_users')} order by 1`,
  )
}

export const isAdditive = true

async function statement(db: Kysely<unknown>, ...texts: string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db)
}
