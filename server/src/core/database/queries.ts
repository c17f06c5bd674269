import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './tables.ts'

/** Values for which a query runs. All of a list have the same fields. */
type Given = Record<string, string | number>

/** Where an engine stores the searched text and the sort keys of users, and how it finds words in it. */
export type UserRows = {
  table: RawBuilder<unknown>
  /** The same with all columns of each user. */
  joined: RawBuilder<unknown>
  /** Joins all columns of a user to a page of sort keys. */
  joinUsers: RawBuilder<unknown>
  /** Finds results with the index of trigrams. At least one of the words has one. */
  indexedHits(words: string[]): RawBuilder<unknown>
  /** A lower limit of the number of these results, if the index can find it sooner. */
  indexed?(words: string[]): RawBuilder<unknown>
  /** Finds results without that index; if `earlierWords` is given, also those with all of these words. */
  scannedHits(words: string[], earlierWords?: string[]): RawBuilder<unknown>
}

/** How much of a long text is handled at once. */
export const pieceBytes = 64 * 1024

/** The bytes of a long text in UTF-8, in pieces that may end within a character. SQLite reads it in one piece. */
export type StoredText = readonly Uint8Array[]

/** The parts of queries that are not the same SQL on both engines. */
export type Queries = {
  users: UserRows
  /**
   * Runs a query once for each of the given values, and returns all rows with their values. On PostgreSQL it is one
   * statement. A single query with all values in a condition would read and sort far more rows, because only one range
   * of an index is in the wanted order.
   * @param build the query; it must pass the values on without reading them
   * @param enough the rows that the caller needs, in descending order; there may be more
   */
  selectForEach<Values extends Given, Row extends object>(
    db: Db,
    given: readonly Values[],
    build: (of: { [Field in keyof Values]: RawBuilder<Values[Field]> }) => SelectQueryBuilder<never, never, Row>,
    enough?: { by: readonly (keyof Row & string)[]; limit: number },
  ): Promise<(Values & Row)[]>
  /** Reads texts that are not empty and may be megabytes long, by the IDs of their rows. */
  readTexts(
    db: Db,
    query: SelectQueryBuilder<never, never, { id: string; text: string }>,
  ): Promise<Map<string, StoredText>>
}

/** Shorter words have no trigram, so only a scan of all users finds them. */
export const isIndexed = (word: string): boolean => [...word].length >= 3

export const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Whether a text has all of the words, or all of the earlier ones. */
export function hasAll(has: (word: string) => RawBuilder<unknown>, words: string[], earlierWords?: string[]) {
  const hasWords = allOf(words.map(has))
  return earlierWords?.length ? sql`(${hasWords} or ${allOf(earlierWords.map(has))})` : hasWords
}
