import { sql } from 'kysely'
import { compileFor } from '../compile-once.ts'
import { allOf, hasAll, isIndexed, type Queries } from '../queries.ts'

const instr = (word: string) => sql`instr(user_search.words, ${word}) > 0`
/** IDs begin alike and differ most at the end, so this many trailing characters are enough. */
const soughtCharacters = 8
const endOf = (word: string) => [...word].slice(-soughtCharacters).join('')
const phrase = (word: string) => `"${endOf(word).replaceAll('"', '""')}"`
const isMatch = (words: string[]) => sql`user_trigrams match ${words.filter(isIndexed).map(phrase).join(' ')}`

/** The number of users after which a scan checks whether it is still wanted. */
const usersBetweenChecks = sql.lit(4_096)

export const sqliteQueries: Queries = {
  users: {
    table: sql`user_search`,
    joined: sql`user_search join end_users using (id)`,
    joinUsers: sql`left join user_search using (sort_key) left join end_users using (id)`,
    indexedHits: (words) => {
      const conditions = words.filter((word) => !isIndexed(word) || word !== endOf(word)).map(instr)
      return sql`user_trigrams join user_search on user_search.number = user_trigrams.rowid
        where ${allOf([isMatch(words), ...conditions])}`
    },
    indexed: (words) => sql`user_trigrams where ${isMatch(words)}`,
    scannedHits: (words, earlierWords) => {
      const isWanted = sql`(number % ${usersBetweenChecks} <> 0 or is_wanted())`
      return sql`user_search where ${isWanted} and ${hasAll(instr, words, earlierWords)}`
    },
  },
  async selectForEach(db, given, build) {
    const fill = compileFor<(typeof given)[number], object>((values) =>
      build(Object.fromEntries(Object.keys(given[0] ?? {}).map((field) => [field, sql.val(values[field])])) as never),
    )
    const found = await Promise.all(
      given.map(async (values) => (await db.executeQuery(fill(values))).rows.map((row) => ({ ...values, ...row }))),
    )
    return found.flat() as never
  },
  async readTexts(db, query) {
    const { rows } = await sql<{ id: string; bytes: Uint8Array }>`
      select id, cast(text as blob) as bytes from (${query})`.execute(db)
    return new Map(rows.map(({ id, bytes }) => [id, [bytes]]))
  },
}
