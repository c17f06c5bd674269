import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { sql } from 'kysely'
import type { Database } from '../../src/core/database/open.ts'

/** The users whose searched text is not their folded text. */
export async function listWronglyFolded({ db, engine }: Database): Promise<string[]> {
  const words = sql.table(engine.name === 'sqlite' ? 'user_search' : 'end_users')
  const { rows } = await sql<{ id: string; written: string; words: string }>`
    select id, end_users.first_name || ' ' || end_users.last_name || ' ' || end_users.member_id || ' ' || id as written,
      words.words as words
    from end_users join ${words} as words using (id)`.execute(db)
  return rows.filter((row) => row.words !== foldSearch(row.written)).map(({ id }) => id)
}
