import type { Kysely } from 'kysely'

/** The session that sent the file of an import: any other has to confirm the identity to import it. Null for earlier ones. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('patientImports').addColumn('sessionId', 'text').execute()
}

export const isAdditive = true
