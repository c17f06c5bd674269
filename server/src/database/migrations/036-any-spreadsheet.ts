import { type Kysely, sql } from 'kysely'
import type { EngineName } from '../tables/create-table.ts'

/** What a file that leaves something open is read with again, and how files with the same headings were read. */
export async function up(db: Kysely<any>, { name }: { name: EngineName }): Promise<void> {
  await db.schema.alterTable('patientImports').addColumn('survey', 'text').execute()
  await db.schema.alterTable('patientImports').addColumn('answers', 'text').execute()
  await db.schema
    .createTable('patientImportFiles')
    .addColumn('importId', 'text', (column) => column.notNull())
    .addColumn('chunk', 'integer', (column) => column.notNull())
    .addColumn('data', sql.raw(name === 'postgres' ? 'bytea' : 'blob'), (column) => column.notNull())
    .addPrimaryKeyConstraint('patient_import_files_key', ['importId', 'chunk'])
    .execute()
  await db.schema
    .createTable('patientLayouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('headingsHash', 'text', (column) => column.notNull().unique())
    .addColumn('answers', 'text', (column) => column.notNull())
    .addColumn('adminId', 'text', (column) => column.notNull())
    .addColumn('atMs', 'bigint', (column) => column.notNull())
    .execute()
}

export const isAdditive = true
