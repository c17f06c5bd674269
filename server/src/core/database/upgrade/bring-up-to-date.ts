import { version } from '../../settings/version.ts'
import { findApplied, findNewerChanges, isMigrated, migrate, type NewerChanges, requireUpgradable } from './migrate.ts'
import type { Database } from '../open.ts'
import { listTables, requireWhole } from './restore-place.ts'

/**
 * Migrates the database at the start of a server or command. Tables of a newer version are not changed.
 * @returns the changes that a newer version has made, if this version can work with them
 * @throws Error if this version cannot use the database
 */
export async function bringUpToDate(database: Database): Promise<NewerChanges | undefined> {
  const newer = await requireUsable(database)
  if (newer !== undefined) return newer
  await migrate(database)
  // A newer version may have migrated while this one waited to.
  return requireUsable(database)
}

/**
 * @returns the changes that a newer version has made, if this version can work with them
 * @throws Error if this version cannot use the tables, or a restore is unfinished
 */
export async function requireUsable(database: Database): Promise<NewerChanges | undefined> {
  requireWhole(await listTables(database))
  const applied = await findApplied(database)
  if (applied === undefined) return undefined
  requireUpgradable(applied, 'The database')
  const newer = await findNewerChanges(database)
  if (newer === undefined || (newer.isUsable && (await isMigrated(database)))) return newer
  throw new Error(
    `The database is from Health Console ${newer.version}, which this one, ${version}, cannot use. ` +
      `Start ${newer.version}, or restore the backup from before the upgrade.`,
  )
}
