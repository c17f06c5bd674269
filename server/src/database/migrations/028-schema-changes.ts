import type { Kysely } from 'kysely'

export const isAdditive = true

/** What a version of the console that does not have a migration needs to know about it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('schemaChanges')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('isAdditive', 'bigint', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .execute()
}
