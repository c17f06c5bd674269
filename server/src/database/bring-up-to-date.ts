import { version } from '../settings/version.ts'
import { findNewerChanges, isMigrated, migrate } from './migrate.ts'
import type { Database } from './open.ts'
import { listTables, requireWhole } from './restore-place.ts'
import type { NewerChanges } from './schema-changes.ts'

/**
 * Migrates the database at the start of a server or command. Tables of a newer version stay as they are.
 * @returns the changes that a newer version has made, if this version can work with them
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
