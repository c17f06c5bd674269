import type { Kysely } from 'kysely'

/** Archived parts of the record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auditSeals')
    .addColumn('size', 'bigint', (column) => column.primaryKey())
    .addColumn('atMs', 'bigint', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .execute()
}
