import type { ReadOnlySqlite, SqliteValue } from '../../database/sqlite-reader.ts'

export function all<Row>(sqlite: ReadOnlySqlite, sql: string, parameters: Record<string, SqliteValue> = {}): Row[] {
  const statement = sqlite.prepare(sql)
  statement.setReadBigInts(true)
  return statement.all(parameters) as Row[]
}
