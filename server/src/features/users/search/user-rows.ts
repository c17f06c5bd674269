import { type RawBuilder, sql } from 'kysely'
import { isIndexed } from './searched-words.ts'

/** Where an engine stores the searched text and the sort keys of users, and how it finds words in it. */
type UserRows = {
  table: RawBuilder<unknown>
  /** The same with all columns of each user. */
  joined: RawBuilder<unknown>
  /** Joins all columns of a user to a page of sort keys. */
  joinUsers: RawBuilder<unknown>
  /** Finds results with the index of trigrams. At least one of the words has one. */
  indexedHits(words: string[]): RawBuilder<unknown>
  /** A lower limit of the number of these results, if the index can find it sooner. */
  indexed?(words: string[]): RawBuilder<unknown>
  /** Finds results without that index. */
  scannedHits(words: string[]): RawBuilder<unknown>
}

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

const searchTable = sql`user_search`
const instr = (word: string) => sql`instr(user_search.words, ${word}) > 0`
/** The beginnings of ids are alike and their ends are rarest, so this many characters from the end are enough. */
const soughtCharacters = 8
const endOf = (word: string) => [...word].slice(-soughtCharacters).join('')
const phrase = (word: string) => `"${endOf(word).replaceAll('"', '""')}"`
const isMatch = (words: string[]) => sql`user_trigrams match ${words.filter(isIndexed).map(phrase).join(' ')}`

const endUsers = sql`end_users`
const like = (word: string) => sql`words like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`

const likeHits = (words: string[]) => sql`end_users where ${all(words.map(like))}`

/** The number of users after which a scan checks whether it is still wanted. */
const usersBetweenLooks = sql.lit(4_096)

export const userRows: Record<'sqlite' | 'postgres', UserRows> = {
  sqlite: {
    table: searchTable,
    joined: sql`user_search join end_users using (id)`,
    joinUsers: sql`left join user_search using (sort_key) left join end_users using (id)`,
    indexedHits: (words) => {
      const conditions = words.filter((word) => !isIndexed(word) || word !== endOf(word)).map(instr)
      return sql`user_trigrams join user_search on user_search.number = user_trigrams.rowid
        where ${all([isMatch(words), ...conditions])}`
    },
    indexed: (words) => sql`user_trigrams where ${isMatch(words)}`,
    scannedHits: (words) => {
      const isWanted = sql`(number % ${usersBetweenLooks} <> 0 or is_wanted())`
      return sql`user_search where ${all([isWanted, ...words.map(instr)])}`
    },
  },
  postgres: {
    table: endUsers,
    joined: endUsers,
    joinUsers: sql`left join end_users using (sort_key)`,
    indexedHits: likeHits,
    // Its planner decides by its statistics whether to use the index.
    scannedHits: likeHits,
  },
}
