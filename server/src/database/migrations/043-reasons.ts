import type { Kysely } from 'kysely'

/** Why someone exported a user or deleted a kept table of patients. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('reasons')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('adminId', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('atMs', 'bigint', (column) => column.notNull())
    .execute()
}

export const isAdditive = true
