import { version } from '../settings/version.ts'
import { findNewerChanges, isMigrated, migrate } from './migrate.ts'
import type { Database } from './open.ts'
import { listTables, requireWhole } from './restore-place.ts'
import type { NewerChanges } from './schema-changes.ts'

/**
 * What a server and a command do first: migrates, or leaves the tables as a newer version has made them.
 * @returns the changes of a newer version, with which this one goes on
 * @throws Error when this version cannot use the database
 */
export async function bringUpToDate(database: Database): Promise<NewerChanges | undefined> {
  const tables = await listTables(database)
  requireWhole(tables)
  const newer = tables.includes('kysely_migration') ? await findNewerChanges(database) : undefined
  if (newer === undefined) {
    await migrate(database)
    return undefined
  }
  if (newer.isUsable && (await isMigrated(database))) return newer
  throw new Error(
    `The database is of Health Console ${newer.version}, which this one, ${version}, cannot use. ` +
      `Start ${newer.version}, or restore the backup from before the upgrade.`,
  )
}
