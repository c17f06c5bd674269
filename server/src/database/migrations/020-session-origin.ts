import type { Kysely } from 'kysely'

/** The address and browser with which a session began; empty for earlier sessions. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const column of ['address', 'userAgent'])
    await db.schema
      .alterTable('sessions')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute()
}
