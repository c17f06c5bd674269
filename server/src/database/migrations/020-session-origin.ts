import type { Kysely } from 'kysely'

/** From where and with which browser a session began; empty for those that began before. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const column of ['address', 'userAgent'])
    await db.schema
      .alterTable('sessions')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute()
}
