import type { Kysely } from 'kysely'

/** Rows of the record get their hash format, the reason of a refusal, and the number of events that they stand for. */
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
