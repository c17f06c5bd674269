import type { Kysely } from 'kysely'

/** How far `AUDIT_STREAM` has got, and which process writes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auditStream')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('writer', 'text', (column) => column.notNull())
    .addColumn('writerUntilMs', 'bigint', (column) => column.notNull())
    .execute()
}
