import { createTable } from './create-table.ts'

/** One row: the master key that the database belongs to. Absent before the first start. */
export type ConsoleKeyTable = {
  id: number
  /** See `Keys.fingerprint`. */
  fingerprint: string
}

export const consoleKeyTables: string[] = [
  createTable<ConsoleKeyTable>('console_key', {
    id: 'integer primary key check (id = 1)',
    fingerprint: 'text not null',
  }),
]
