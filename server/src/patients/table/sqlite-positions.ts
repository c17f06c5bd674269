import type { ReadOnlySqlite, SqliteValue } from '../../database/sqlite-reader.ts'

export type PositionsQuestion = { sql: string; parameters: SqliteValue[] }

/** The numbers in the only column of a statement. Called by the reader's thread. */
export function read(sqlite: ReadOnlySqlite, { sql, parameters }: PositionsQuestion): number[] {
  const rows = sqlite.prepare(sql).all(...parameters)
  return rows.map((row) => Number(row['number']))
}
