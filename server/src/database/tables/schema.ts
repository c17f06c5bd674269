import { createTable } from './create-table.ts'

/** The migrations that have run, for versions of the console that do not know them. */
export type SchemaChangesTable = {
  name: string
  /** 1: the previous version can work with the changed tables. */
  isAdditive: number
  /** The version of the console that made the change. */
  version: string
}

export const schemaTables: string[] = [
  // As Kysely makes it, which 0.2.0 reads.
  'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  createTable<SchemaChangesTable>('schema_changes', {
    name: 'text primary key',
    isAdditive: 'bigint not null',
    version: 'text not null',
  }),
]
