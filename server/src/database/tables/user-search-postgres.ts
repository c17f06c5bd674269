import { letterFolds } from './fold.ts'
import { markedWords } from './marked-words.ts'

const folds = [...letterFolds]
const single = folds.filter(([, plain]) => plain.length === 1)
const removed = folds.filter(([, plain]) => plain.length === 0)
const longer = folds.filter(([, plain]) => plain.length > 1)

/** Same as `fold`. `translate` removes letters without a replacement. The "C" collation only affects ASCII. */
const folded = (column: string) => {
  const from = [...single, ...removed].map(([letter]) => letter).join('')
  const to = single.map(([, plain]) => plain).join('')
  const translated = `translate(${column}, ${quoted(from)}, ${quoted(to)})`
  const whole = longer.reduce(
    (inner, [letter, plain]) => `replace(${inner}, ${quoted(letter)}, ${quoted(plain)})`,
    translated,
  )
  return `lower((case when ${column} ~ '[^ -~]' then ${whole} else ${column} end) collate "C")`
}

/** Users without a name come last. */
const named = (column: string) => `coalesce(nullif(${folded(column)}, ''), chr(1114111))`

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
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
const birthLabel = `case when ${isDate} then replace(date_of_birth, '-', '')::int else 99999999 end`

const firstBytes = (column: string, length: number) =>
  `('x' || encode(substring(convert_to(${column}, 'UTF8') || '\\x0000000000000000' from 1 for ${length}), 'hex'))`
const firstNameLabel = `(${firstBytes('first_name_key', 4)}::bit(32)::bigint >> 1)::int`
const memberIdLabel = `(${firstBytes('member_id_key', 8)}::bit(64) >> 1)::bigint`

const letters = 12
/** Characters with a code of their own, in order: the separator of the sort key is the first. */
const alphabet = String.raw`\x1f ''-abcdefghijklmnopqrstuvwxyz`
const inAlphabet = String.raw`[\x1f ''a-z-]`
/** In their place, of which only the lowest five bits count. */
const codes = Array.from({ length: 30 }, (_, index) => String.fromCharCode('A'.charCodeAt(0) + index)).join('')
const highestCode = '_'

/**
 * The first other character gets the code of the one before it in the alphabet, and all after it the highest one: they come after
 * all that begins alike, and before the next letter.
 */
const beforeOther = `case when other < E'\\x1f' then '@' when other < ' ' then 'A' when other < '''' then 'B'
  when other < '-' then 'C' when other < 'a' then 'D' else '^' end`

const bits = Array.from(
  { length: letters },
  (_, place) => `((get_byte(codes, ${place}) & 31)::bigint << ${(letters - 1 - place) * 5})`,
).join(' | ')

/** Names in other scripts: their first six bytes, and in the second label seven more. */
const bytesOf = (key: string, first: number, amount: number) =>
  `('x' || encode(substring(convert_to(${key}, 'UTF8') || '\\x${'00'.repeat(13)}' from ${first} for ${amount}), 'hex'))::bit(${amount * 8})::bigint`
const labelOfOthers = (key: string) => `(31::bigint << 55) | (${bytesOf(key, 1, 6)} << 7)`

/** Of a sort key, as a number of sixty bits. Without `offset 0` each step is computed once for each of its uses. */
const labelOf = (key: string) => `case when ${key} >= '{' then ${labelOfOthers(key)} else (
  select ${bits} from (
    select convert_to(rpad(translate(head, E'${alphabet}', '${codes}') || ${beforeOther}, ${letters}, '${highestCode}'), 'UTF8') as codes
    from (
      select head, substr(${key}, length(head) + 1, 1) as other
      from (select substring(${key} from E'^${inAlphabet}{0,${letters}}') as head) as heads offset 0
    ) as parts offset 0
  ) as coded) end`

/** The first twelve letters of the sort key. */
export const label = labelOf('sort_key')

/**
 * Of what follows in the sort key, for people with the same label. The highest where another character is among its letters: in
 * the last place it has the code of the one before it, and comes after that.
 */
export const secondLabel = `case when sort_key >= '{' then ${bytesOf('sort_key', 7, 7)}
  when sort_key ~ E'^${inAlphabet}{${letters}}' then ${labelOf(`substr(sort_key, ${letters + 1})`)} else 1::bigint << 60 end`

const derived = {
  label,
  second_label: secondLabel,
  words: markedWords('words'),
  first_name_label: firstNameLabel,
  birth_label: birthLabel,
  member_id_label: memberIdLabel,
}

/** With more notes than this a statement gets one for all its changes. */
const mostNotes = 10_000
/** More than there are users: no place can be known, and no count, until the places are counted again. */
const tooMany = 2 ** 31 - 1

/** The statement of a trigger that calls a function once for each statement. */
const callOn = (event: string, trigger: string, call: string, rows: string) =>
  `create trigger ${trigger} after ${event} on end_users ${rows} for each statement execute function ${call}()`

const inserted = 'referencing new table as changed'
const deleted = 'referencing old table as changed'

/** Columns of `end_users` that PostgreSQL maintains. A word starts after a space or a hyphen. */
export const derivedUserColumns: string[] = [
  'number bigint not null generated by default as identity',
  `words text not null generated always as
    (' ' || ${folded('first_name')} || ' ' || ${folded('last_name')} || E'\\n ' || ${folded('member_id')}) stored`,
  `sort_key text collate "C" not null generated always as
    (${named('last_name')} || chr(31) || ${named('first_name')} || chr(31) || id) stored`,
  'id_key text collate "C" not null generated always as (lower(id collate "C")) stored',
  `first_name_key text collate "C" not null generated always as (${named('first_name')}) stored`,
  `member_id_key text collate "C" not null generated always as (${memberIdKey}) stored`,
  `birth_key text collate "C" not null generated always as (${birthKey}) stored`,
]

/**
 * A search reads each of its hits, so what it needs is in the narrow `user_search`: a third of the blocks of `end_users`. Its
 * words are marked. Hits are counted for each label, which locates a page; only users with the labels of the page are sorted
 * (decision 008). Two labels have twelve letters of the sort key each; for the other orders they are the
 * first bytes of a name, the date as a number, the length and the first bytes of a member id. Finer statistics let PostgreSQL
 * choose between the words and the labels.
 */
const searchTables: string[] = [
  `create table user_search (
    number bigint primary key,
    label bigint not null,
    second_label bigint not null,
    words text not null,
    first_name_label int not null default 0,
    birth_label int not null default 0,
    member_id_label bigint not null default 0
  )`,
  'alter table user_search alter column words set statistics 1000, alter column label set statistics 1000',
  'create index user_search_label on user_search (label, second_label)',
  'create index user_search_words on user_search using gin (words gin_trgm_ops)',
  `create function index_end_users() returns trigger language plpgsql security definer
       set search_path from current as $$
     begin
       if tg_op = 'TRUNCATE' then
         truncate user_search;
       elsif tg_op = 'DELETE' then
         delete from user_search using changed where user_search.number = changed.number;
       else
         insert into user_search (number, ${list()}) select number, ${Object.values(derived).join(', ')} from changed
         on conflict (number) do update set (${list()}) = (${list('excluded.')})
         where (${list('user_search.')}) is distinct from (${list('excluded.')});
       end if;
       return null;
     end $$`,
  callOn('insert', 'end_users_indexed_on_insert', 'index_end_users', inserted),
  callOn('update', 'end_users_indexed_on_update', 'index_end_users', inserted),
  callOn('delete', 'end_users_indexed_on_delete', 'index_end_users', deleted),
  callOn('truncate', 'end_users_indexed_on_truncate', 'index_end_users', ''),
]

function list(prefix = ''): string {
  return Object.keys(derived)
    .map((column) => prefix + column)
    .join(', ')
}

/**
 * Counting a million rows takes too long for every page, and one row with the total would make all writers wait for
 * each other. So each statement adds a row with its change, and now and then they are summed up into one.
 */
const counts: string[] = [
  'create table user_count_changes (amount bigint not null)',
  `create function count_end_users() returns trigger language plpgsql security definer set search_path from current
    as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from user_count_changes;
      elsif tg_op = 'INSERT' then
        insert into user_count_changes select count(*) from changed having count(*) > 0;
      else
        insert into user_count_changes select -count(*) from changed having count(*) > 0;
      end if;
      -- On stricter levels of isolation the sum of another transaction would be an error in this one.
      if random() < 0.02 and current_setting('transaction_isolation') = 'read committed'
        and pg_try_advisory_xact_lock(hashtext('user_count_changes')) then
        with added_up as (delete from user_count_changes returning amount)
        insert into user_count_changes select sum(amount) from added_up having count(*) > 0;
      end if;
      return null;
    end $$`,
  callOn('insert', 'end_users_inserted', 'count_end_users', inserted),
  callOn('delete', 'end_users_deleted', 'count_end_users', deleted),
  callOn('truncate', 'end_users_truncated', 'count_end_users', ''),
]

/**
 * The place of every thousandth user in the list, so that a page in the middle is found without counting those before it. Each
 * change is noted, with the words of the user, until the places are counted again: so a total that was counted once stays
 * exact (decision 008). All places of one count have its id. Notes are bounded, because after an import of ten
 * million each page would read a gigabyte of deleted notes, until PostgreSQL cleaned up.
 */
const positions: string[] = [
  `create table user_positions (
    position bigint primary key,
    sort_key text collate "C" not null,
    count_id uuid not null default gen_random_uuid()
  )`,
  `create table user_position_changes (
    sort_key text collate "C" not null,
    words text not null,
    amount int not null
  )`,
  `create function note_user_positions() returns trigger language plpgsql security definer
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
            + (select count(*) from (select from user_position_changes limit ${mostNotes}) as noted) as notes)
        insert into user_position_changes (sort_key, words, amount)
        select changes.* from changes, amounts where notes <= ${mostNotes}
        union all
        select '', '', ${tooMany} from amounts where notes > ${mostNotes} and exists (select from changes)
      $query$, case tg_op
        when 'INSERT' then 'select sort_key, words, 1 as amount from added'
        when 'DELETE' then 'select sort_key, words, -1 as amount from removed'
        else 'select sort_key, words, 1 as amount from added union all select sort_key, words, -1 from removed'
      end);
      return null;
    end $$`,
  callOn('insert', 'end_users_positions_on_insert', 'note_user_positions', 'referencing new table as added'),
  callOn(
    'update',
    'end_users_positions_on_update',
    'note_user_positions',
    'referencing new table as added old table as removed',
  ),
  callOn('delete', 'end_users_positions_on_delete', 'note_user_positions', 'referencing old table as removed'),
  callOn('truncate', 'end_users_positions_on_truncate', 'note_user_positions', ''),
]

export const postgresUserSearch: string[] = [
  'create unique index end_users_number on end_users (number)',
  'create index end_users_sort_key on end_users (sort_key)',
  'create index end_users_id_key on end_users (id_key)',
  'create index end_users_first_name_key on end_users (first_name_key, sort_key)',
  'create index end_users_member_id_key on end_users (member_id_key, sort_key)',
  'create index end_users_birth_key on end_users (birth_key, sort_key)',
  ...searchTables,
  ...counts,
  ...positions,
]
