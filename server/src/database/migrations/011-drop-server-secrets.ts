import { type Kysely } from 'kysely'

/** A key outside the database signs everything now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('serverSecrets').execute()
}
