import { type Kysely } from 'kysely'

/** What they signed is now signed by a key outside the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('serverSecrets').execute()
}
