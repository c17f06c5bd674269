import { migrate } from './migrate.ts'
import type { Database } from './open.ts'
import { requireWhole } from './restore-place.ts'

/** What a server and a command do first. @throws Error when the database cannot be used by this version */
export async function bringUpToDate(database: Database): Promise<void> {
  await requireWhole(database)
  await migrate(database)
}
