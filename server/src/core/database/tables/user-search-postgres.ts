import { letterFolds } from './fold.ts'

const folds = [...letterFolds]
const single = folds.filter(([, plain]) => plain.length === 1)
const removed = folds.filter(([, plain]) => plain.length === 0)
const longer = folds.filter(([, plain]) => plain.length > 1)

/** Equivalent to `fold`, for sort keys. `translate` removes letters without a replacement. The "C" collation only affects ASCII. */
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Users without a name are sorted last. */
const last = 'chr(1114111)'
const named = (column: string) => `coalesce(nullif(${folded(column)}, ''), ${last})`

/** "HM-9" is sorted before "HM-10": the number at the end is prefixed with its count of digits. */
const member = folded('member_id')
const prefix = `rtrim(${member}, '0123456789')`
const digits = `ltrim(substr(${member}, length(${prefix}) + 1), '0')`
const memberIdKey = `case when member_id = '' then ${last}
  else ${prefix} || chr(48 + least(length(${digits}), 40)) || ${digits} end`

/** The column's check allows characters other than digits. */
const birthKey = `case when date_of_birth ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then date_of_birth else ${last} end`

/**
 * Columns of `end_users` that PostgreSQL maintains: the searched text, the folded member ID (null if that is only in
 * lower case, as nearly always), and the sort key of each order.
 */
export const derivedUserColumns: string[] = [
  // Set by the trigger `end_users_folded`, which may use the tables of the folding.
  'words text collate "C" not null',
  'member_id_folded text collate "C"',
  `sort_key text collate "C" not null generated always as
    (${named('last_name')} || chr(31) || ${named('first_name')} || chr(31) || id) stored`,
  `first_name_key text collate "C" not null generated always as (${named('first_name')}) stored`,
  `member_id_key text collate "C" not null generated always as (${memberIdKey}) stored`,
  `birth_key text collate "C" not null generated always as (${birthKey}) stored`,
]

/** The body of a trigger that counts users once for each statement. */
const countOn = (event: string, trigger: string, rows: string) =>
  `create trigger ${trigger} after ${event} on end_users ${rows} for each statement execute function count_end_users()`

/**
 * Counting a million rows takes too long for every page, and one row with the total would make all writers wait for
 * each other. So each statement adds a row with its change, and now and then they are summed up into one.
 */
const counts: string[] = [
  'create table user_counts (amount bigint not null)',
  `create function count_end_users() returns trigger language plpgsql security definer set search_path from current
    as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from user_counts;
      elsif tg_op = 'INSERT' then
        insert into user_counts select count(*) from changed having count(*) > 0;
      else
        insert into user_counts select -count(*) from changed having count(*) > 0;
      end if;
      -- On stricter levels of isolation the sum of another transaction would be an error in this one.
      if random() < 0.02 and current_setting('transaction_isolation') = 'read committed'
        and pg_try_advisory_xact_lock(hashtext('user_counts')) then
        with added_up as (delete from user_counts returning amount)
        insert into user_counts select sum(amount) from added_up having count(*) > 0;
      end if;
      return null;
    end $$`,
  countOn('insert', 'end_users_inserted', 'referencing new table as changed'),
  countOn('delete', 'end_users_deleted', 'referencing old table as changed'),
  countOn('truncate', 'end_users_truncated', ''),
]

export const postgresFoldedIdIndex =
  'create index end_users_folded_id on end_users (member_id_folded, sort_key) where member_id_folded is not null'

/** An index for each order, one for the trigrams of the words, and one for folded member IDs. */
export const postgresUserSearch: string[] = [
  'create index end_users_sort_key on end_users (sort_key)',
  'create index end_users_first_name_key on end_users (first_name_key, sort_key)',
  'create index end_users_member_id_key on end_users (member_id_key, sort_key)',
  'create index end_users_birth_key on end_users (birth_key, sort_key)',
  'create index end_users_words on end_users using gin (words gin_trgm_ops)',
  postgresFoldedIdIndex,
  ...counts,
]
