import type { Kysely } from 'kysely'

/** Rows of the record name the format they were hashed in, the reason of a refusal, and how many they stand for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('auditEvents')
  await table()
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await table().addColumn('reason', 'text').execute()
  await table()
    .addColumn('count', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
