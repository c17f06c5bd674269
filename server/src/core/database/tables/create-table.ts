import { snakeCase } from './snake-case.ts'

export type EngineName = 'sqlite' | 'postgres'

/**
 * The statement that creates a table with the columns of its type, in SQL for both engines.
 * @param constraints constraints of the whole table
 */
export function createTable<Table>(
  name: string,
  columns: Record<keyof Table & string, string>,
  ...constraints: string[]
): string {
  const entries: [string, string][] = Object.entries(columns)
  const lines = [...entries.map(([column, definition]) => `${snakeCase(column)} ${definition}`), ...constraints]
  return `create table ${name} (\n  ${lines.join(',\n  ')}\n)`
}

/** The column of rows that are deleted with their admin. */
export const ofAdmin = 'references admins (id) on delete cascade'
