import type { Kysely } from 'kysely'

/** How the product counts the states of a user or a report. Null where it does not. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ['endUsers', 'reports'])
    await db.schema.alterTable(table).addColumn('revision', 'bigint').execute()
}

export const isAdditive = true
