import { type Kysely, sql } from 'kysely'
import { letterFolds } from '../fold.ts'

/** Everything is kept by PostgreSQL itself in generated columns; a word's start is where a space or a hyphen stands. */
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
}

const folds = [...letterFolds]
const single = folds.filter(([, plain]) => plain.length === 1)
const removed = folds.filter(([, plain]) => plain.length === 0)
const longer = folds.filter(([, plain]) => plain.length > 1)

/** As `fold` does it; `translate` removes the letters for which nothing is given. The "C" collation keeps to ASCII. */
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

/** Who has no name comes last. */
const named = (column: string) => `coalesce(nullif(${folded(column)}, ''), chr(1114111))`

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
