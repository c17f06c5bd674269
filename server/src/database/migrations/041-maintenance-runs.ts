import type { Kysely } from 'kysely'

export const isAdditive = true

/** When backup, drill and verification last succeeded and failed; `since_ms` is when they could first have run. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('maintenanceRuns')
    .addColumn('task', 'text', (column) => column.primaryKey())
    .addColumn('sinceMs', 'bigint', (column) => column.notNull())
    .addColumn('succeededAtMs', 'bigint')
    .addColumn('failedAtMs', 'bigint')
    .execute()
  const none = { sinceMs: Date.now(), succeededAtMs: null, failedAtMs: null }
  const tasks = ['backup', 'drill', 'verify_audit', 'verify_files']
  await db
    .insertInto('maintenanceRuns')
    .values(tasks.map((task) => ({ task, ...none })))
    .execute()
}
