import type { Kysely } from 'kysely'

/** Which device a session began on; empty for those that began before. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('deviceHash', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
