import { type Kysely, sql } from 'kysely'
import { letterFolds } from '../fold.ts'

/** PostgreSQL maintains everything in generated columns. A word starts after a space or a hyphen. */
export async function createPostgresUserSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql
    .raw(
      `alter table end_users
         add column words text not null generated always as
           (' ' || ${folded('first_name')} || ' ' || ${folded('last_name')} || E'\\n ' || ${folded('member_id')}) stored,
         add column sort_key text collate "C" not null generated always as
           (${named('last_name')} || chr(31) || ${named('first_name')} || chr(31) || id) stored,
         add column id_key text collate "C" not null generated always as (lower(id collate "C")) stored`,
    )
    .execute(db)
  await sql`create index end_users_sort_key on end_users (sort_key)`.execute(db)
  await sql`create index end_users_id_key on end_users (id_key)`.execute(db)
  await sql`create index end_users_words on end_users using gin (words gin_trgm_ops)`.execute(db)
  await countUsers(db)
}

/**
 * Counting a million rows takes too long for every page, and one row with the total would make all writers wait for
 * each other. So each statement adds a row with its change, and now and then they are summed up into one.
 */
async function countUsers(db: Kysely<unknown>): Promise<void> {
  await sql`create table user_count_changes (amount bigint not null)`.execute(db)
  await sql`
    create function count_end_users() returns trigger language plpgsql security definer set search_path from current
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
    end $$`.execute(db)
  await sql`create trigger end_users_inserted after insert on end_users
    referencing new table as changed for each statement execute function count_end_users()`.execute(db)
  await sql`create trigger end_users_deleted after delete on end_users
    referencing old table as changed for each statement execute function count_end_users()`.execute(db)
  await sql`create trigger end_users_truncated after truncate on end_users
    for each statement execute function count_end_users()`.execute(db)
}

const folds = [...letterFolds]
const single = folds.filter(([, plain]) => plain.length === 1)
const removed = folds.filter(([, plain]) => plain.length === 0)
const longer = folds.filter(([, plain]) => plain.length > 1)

/** Same as `fold`. `translate` removes letters without a replacement. The "C" collation only affects ASCII. */
export const folded = (column: string) => {
  const from = [...single, ...removed].map(([letter]) => letter).join('')
  const to = single.map(([, plain]) => plain).join('')
  const translated = `translate(${column}, ${quoted(from)}, ${quoted(to)})`
  const whole = longer.reduce(
    (inner, [letter, plain]) => `replace(${inner}, ${quoted(letter)}, ${quoted(plain)})`,
    translated,
  )
  return `lower((case when ${column} ~ '[^ -~]' then ${whole} else ${column} end) collate "C")`
}

/** People without a name come last. */
export const named = (column: string) => `coalesce(nullif(${folded(column)}, ''), chr(1114111))`

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
