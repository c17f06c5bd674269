import { existsSync } from 'node:fs'
import { mkdir, readdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { byOperator } from '../../core/audit/entry.ts'
import type { Config } from '../../core/config.ts'
import type { Context } from '../../core/context.ts'
import { lockFolder } from '../../core/database/lock-folder.ts'
import { withDrillDatabase } from '../../core/database/postgres-drill.ts'
import { listBackups } from './backup-folder.ts'
import { findManifest, filesOf, type Manifest, manifestName } from './manifest.ts'
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
  const { config, audit } = context
  const isOne = existsSync(path.join(folder, manifestName))
  const parent = options.parent ?? (isOne ? path.dirname(folder) : folder)
  const manifest = isOne ? await findManifest(folder) : (await listBackups(folder))[0]?.manifest
  if (!manifest) throw new Error(`There is no complete backup in ${folder}.`)
  await audit.write([{ ...byOperator, action: 'backup.drill', subjects: [] }])
  return inPlace(parent, async (dataDir) => {
    await requireFreeSpace(dataDir, manifest)
    const begunAt = performance.now()
    const restored = await withDatabase(config, (databaseUrl) =>
      restoreBackup(
        {
          ...config,
          dataDir,
          databaseUrl,
          databaseDirectUrl: undefined,
          storage: { kind: 'local', folder: path.join(dataDir, 'files') },
          auditProofDir: path.join(dataDir, 'audit-proof'),
        },
        folder,
        {
          identities: options.identities,
          isNewKey: false,
          ...(options.onProgress && { onProgress: options.onProgress }),
        },
      ),
    )
    return { ...restored, tookMs: performance.now() - begunAt }
  })
}

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
