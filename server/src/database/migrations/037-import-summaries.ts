import type { Kysely } from 'kysely'

/** What the history says of an import, and which patients it added and removed. Null for those before. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('patientImports').addColumn('summary', 'text').execute()
}

export const isAdditive = true
