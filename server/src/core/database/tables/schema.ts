import { createTable } from './create-table.ts'

/** The changes that led to the current tables, starting with those of 1.0.0. */
export type SchemaChangesTable = {
  name: string
  /** 1: the previous version can work with the changed tables. */
  isAdditive: number
  /** The version of the console that made the change. */
  version: string
}

export const schemaTables: string[] = [
  createTable<SchemaChangesTable>('schema_changes', {
    name: 'text primary key',
    isAdditive: 'bigint not null',
    version: 'text not null',
  }),
]
