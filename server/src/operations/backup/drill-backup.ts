import { mkdir, readdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { byOperator } from '../../core/audit/entry.ts'
import type { Config } from '../../core/config.ts'
import type { Context } from '../../core/context.ts'
import { lockFolder } from '../../core/database/sqlite/lock-folder.ts'
import { NoSpaceError } from '../../core/disk/no-space.ts'
import { isPostgresFull } from '../../core/database/postgres/postgres.ts'
import { withDrillDatabase } from '../../core/database/postgres/drill-database.ts'
import { explainFullDisk } from '../../core/storage/explain-full-disk.ts'
import { chooseBackup } from './list-backups.ts'
import { filesOf, type Manifest } from './manifest.ts'
import { isOwnFolder, makeTemporaryFolder, removeOwnFolder } from './own-folder.ts'
import { restoreBackup, type Restored } from './restore-backup.ts'

type Options = {
  /** Secret keys of age, for an encrypted backup. */
  identities: string[]
  /** A folder with free space for the restored data; by default next to the backups. */
  parent?: string | undefined
  onProgress?: (doing: string) => void
}

type Drilled = Restored & { tookMs: number }

/** Backups never have such names. */
const placePrefix = '.drill-'

/**
 * Restores a backup into a temporary location, which is removed again: the model files on this disk, and PostgreSQL's
 * database next to the one in use.
 */
export async function drillBackup(context: Context, folder: string, options: Options): Promise<Drilled> {
  const { config, audit, keys, now } = context
  const { manifest, isSpecified, ...chosen } = await chooseBackup(folder, keys, now())
  const parent = options.parent ?? (isSpecified ? path.dirname(folder) : folder)
  await audit.write([{ ...byOperator, action: 'backup.drill', subjects: [] }])
  return inPlace(parent, async (dataDir) => {
    await requireFreeSpace(dataDir, manifest)
    const begunAt = performance.now()
    const restored = await withDatabase(config, async (databaseUrl) => {
      const place: Config = {
        ...config,
        dataDir,
        databaseUrl,
        databaseDirectUrl: undefined,
        storage: { kind: 'local', folder: path.join(dataDir, 'files') },
        auditProofDir: path.join(dataDir, 'audit-proof'),
      }
      const { identities, onProgress } = options
      return restoreBackup(place, chosen.folder, {
        identities,
        isNewKey: false,
        ...(onProgress && { onProgress }),
      }).catch((error: unknown) => {
        // Its settings are known only here, so nothing else could name the right disk.
        throw isFullHere(error, place) ? new NoSpaceError(parent, error) : error
      })
    })
    return { ...restored, passedOver: chosen.passedOver, tookMs: performance.now() - begunAt }
  })
}

const isFullHere = (error: unknown, place: Config) =>
  !isPostgresFull(error) && explainFullDisk(error, place) !== undefined

async function inPlace<T>(parent: string, work: (dataDir: string) => Promise<T>): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const place = await makeTemporaryFolder(parent, placePrefix)
  const lock = lockFolder(place.folder)
  try {
    await removeKilled(parent, path.basename(place.folder))
    const dataDir = path.join(place.folder, 'data')
    await mkdir(dataDir, { mode: 0o700 })
    return await work(dataDir)
  } finally {
    lock?.close()
    await place.remove()
  }
}

/** Removes what killed drills have left. @throws Error if another drill is running: only one runs at a time */
async function removeKilled(parent: string, ours: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(placePrefix) && name !== ours)
  for (const name of names) {
    const place = path.join(parent, name)
    if (!(await isOwnFolder(place))) continue
    const lock = lockFolder(place)
    if (!lock) throw new Error(`Another drill in ${parent} is in progress.`)
    lock.close()
    await removeOwnFolder(place)
  }
}

/** A drill must not fill the disk to which the next backup is written. */
async function requireFreeSpace(folder: string, manifest: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const neededBytes = filesOf(manifest).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (neededBytes < bavail * bsize * 0.9) return
  const inGB = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  throw new Error(
    `${folder} has too little free space for a drill: ${inGB(neededBytes)} are needed, ${inGB(bavail * bsize)} are free. Choose another location with --in FOLDER.`,
  )
}

function withDatabase<T>(config: Config, work: (databaseUrl: string | undefined) => Promise<T>): Promise<T> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, drillDatabaseUrl = databaseDirectUrl } = config
  return databaseUrl === undefined || drillDatabaseUrl === undefined
    ? work(undefined)
    : withDrillDatabase(drillDatabaseUrl, work)
}
