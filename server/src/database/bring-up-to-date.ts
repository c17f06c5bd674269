import { version } from '../settings/version.ts'
import { findNewerChanges, isMigrated, migrate, oldest } from './migrate.ts'
import type { Database } from './open.ts'
import { listTables, requireWhole } from './restore-place.ts'
import type { NewerChanges } from './schema-changes.ts'

/**
 * Migrates the database at the start of a server or command. Tables of a newer version stay as they are.
 * @returns the changes that a newer version has made, if this version can work with them
 * @throws Error when this version cannot use the database
 */
export async function bringUpToDate(database: Database): Promise<NewerChanges | undefined> {
  const newer = await requireUsable(database)
  if (newer === undefined) await migrate(database)
  return newer
}

/**
 * @returns the changes that a newer version has made, if this version can work with them
 * @throws Error when the tables are of a version that this one cannot use, or an unfinished restore
 */
export async function requireUsable(database: Database): Promise<NewerChanges | undefined> {
  const tables = await listTables(database)
  requireWhole(tables)
  const newer = tables.includes('schema_changes') ? await findNewerChanges(database) : undefined
  const hasAll = newer !== undefined && (await isMigrated(database))
  if (hasAll && newer.isUsable) return newer
  // A state between two versions calls itself by one of them, and lacks what this one has.
  if (newer && (hasAll || ![oldest.version, version].includes(newer.version))) {
    throw new Error(
      `The database is of Health Console ${newer.version}, which this one, ${version}, cannot use. ` +
        `Start ${newer.version}, or restore the backup from before the upgrade.`,
    )
  }
  return undefined
}
