import type { Kysely } from 'kysely'

export const isAdditive = true

/** The keys that recovery codes may have been hashed with before the master key was changed. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('recoveryCodes').addColumn('earlierKeys', 'text').execute()
}
