import { type Kysely, sql } from 'kysely'

/**
 * The keys are made from what `user_search` holds already; only the date of birth is added to it. Each has an index for
 * the pages of the whole list, in which equal ones follow the number, and so the list's own order. `user_search_keys`
 * has them all by number, for the hits of a search: a third of the pages of the table.
 */
export async function createSqliteUserOrders(db: Kysely<unknown>): Promise<void> {
  await statement(
    db,
    `alter table user_search add column date_of_birth text not null default ''`,
    `update user_search set date_of_birth = ${birthOf('user_search.user_id')}`,
    `create trigger user_search_born after insert on user_search begin
       update user_search set date_of_birth = ${birthOf('new.user_id')} where seq = new.seq;
     end`,
    `create trigger end_users_born after update of date_of_birth on end_users begin
       update user_search set date_of_birth = new.date_of_birth
       where lower(user_id) = lower(new.id) and user_id = new.id;
     end`,
    ...Object.values(userOrders).map(({ index, key }) => `create index ${index} on user_search (${key})`),
    `create index user_search_keys on user_search (seq, ${Object.values(userOrders)
      .map(({ key }) => key)
      .join(', ')})`,
  )
}

async function statement(db: Kysely<unknown>, ...texts: string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db)
}

const birthOf = (id: string) => `(select date_of_birth from end_users where id = ${id})`

const last = 'char(1114111)'
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
    key: `iif(${member} = '', ${last}, ${prefix} || char(48 + min(length(${digits}), 40)) || ${digits})`,
  },
  dateOfBirth: {
    index: 'user_search_birth',
    key: `iif(date_of_birth glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]', date_of_birth, ${last})`,
  },
} as const
