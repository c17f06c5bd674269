import type { Kysely } from 'kysely'

export const isAdditive = true

/** A row for finding out whether the disk of the database has room. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('roomTrial')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute()
}
