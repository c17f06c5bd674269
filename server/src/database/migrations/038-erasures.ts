import { type Kysely, sql } from 'kysely'

/** Who was erased, and who must not be. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('erasures')
    .addColumn('userId', 'text', (column) => column.primaryKey())
    .addColumn('erasedAtMs', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('adminId', 'text')
    .addColumn('reports', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('finishedAtMs', 'bigint')
    .execute()
  await sql`create index erasures_unfinished on erasures (user_id) where finished_at_ms is null`.execute(db)
  await db.schema
    .createTable('userHolds')
    .addColumn('userId', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('adminId', 'text', (column) => column.notNull())
    .addColumn('createdAtMs', 'bigint', (column) => column.notNull())
    .execute()
}

export const isAdditive = true
