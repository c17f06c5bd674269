import { type Kysely } from 'kysely'

/** How many values of an imported table look wrong, and why they were imported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('patientImports').addColumn('warningCount', 'integer').execute()
  await db.schema.alterTable('patientImports').addColumn('reason', 'text').execute()
}
