import type { Kysely } from 'kysely'

/** The device on which a session began; empty for earlier sessions. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('deviceHash', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
