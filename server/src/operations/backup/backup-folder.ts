import { constants } from 'node:fs'
import { access, mkdir, readdir, rename, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../../core/database/error-code.ts'
import { lockFolder } from '../../core/database/lock-folder.ts'
import { nameUser, userForCommand } from '../../core/settings/user-name.ts'
import { syncFolder } from '../../core/storage/local-files.ts'
import { DamagedManifestError, findManifest, type Manifest, manifestName } from './manifest.ts'
import { isOwnFolder, removeOwnFolder } from './own-folder.ts'

export type Backup = { folder: string; manifest: Manifest }

/** Marks a folder that is being written or removed. Only folders without it are complete backups. */
const draftPrefix = '.incomplete-'

/**
 * The complete backups in a folder, newest first; their names are their times.
 * @param onDamaged receives those whose manifest cannot be read; by default they are an error
 */
export async function listBackups(
  parent: string,
  onDamaged?: (error: DamagedManifestError) => void,
): Promise<Backup[]> {
  const names = (await readdir(parent)).filter((name) => !name.startsWith('.')).sort()
  const found: Backup[] = []
  for (const name of names.reverse()) {
    const folder = path.join(parent, name)
    try {
      const manifest = await findManifest(folder)
      if (manifest) found.push({ folder, manifest })
    } catch (error) {
      if (!onDamaged || !(error instanceof DamagedManifestError)) throw error
      onDamaged(error)
    }
  }
  return found
}

/**
 * Lets `fill` write a backup into a folder, which gets its final name once everything in it is on disk. Incomplete
 * backups of earlier runs are removed first.
 */
export async function makeBackup(
  parent: string,
  name: string,
  fill: (draft: string, earlier: Backup[]) => Promise<void>,
  onDamaged: (error: DamagedManifestError) => void,
): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await requireUsable(parent)
  const lock = lockFolder(parent)
  if (!lock) throw new Error(`Another backup into ${parent} is in progress.`)
  try {
    await removeIncomplete(parent)
    const draft = path.join(parent, draftPrefix + name)
    await mkdir(draft, { mode: 0o700 })
    await requireOwn(draft)
    await fill(draft, await listBackups(parent, onDamaged))
    await syncFolders(draft)
    const folder = path.join(parent, name)
    await rename(draft, folder)
    await syncFolder(parent)
    return folder
  } finally {
    lock.close()
  }
}

/** @throws Error on a file system that gives new folders to other users, such as a network drive without an owner */
async function requireOwn(draft: string): Promise<void> {
  if (await isOwnFolder(draft)) return
  await rmdir(draft)
  const parent = path.dirname(draft)
  throw new Error(
    `${parent} is on a file system on which others could change a backup. Mount it so that new folders belong to their creator, and others cannot write to them.`,
  )
}

/**
 * A backup that another user, usually root, made here would make each later one fail with a bare system error.
 * @throws Error with the path and how to fix it
 */
async function requireUsable(parent: string): Promise<void> {
  const us = process.geteuid?.()
  if (us === undefined) return
  const names = await readdir(parent).catch(() => [])
  const places = [parent, ...names.flatMap((name) => [path.join(parent, name), path.join(parent, name, manifestName)])]
  for (const place of places) {
    const isUsable = await access(place, constants.R_OK | constants.W_OK).then(
      () => true,
      (error: unknown) => !['EACCES', 'EPERM'].includes(errorCode(error)),
    )
    if (isUsable) continue
    const { uid } = await stat(place)
    throw new Error(
      `${place} belongs to user ${nameUser(uid)}, and user ${nameUser(us)} cannot use it. ` +
        `Give the folder to the user who makes the backups: sudo chown -R ${userForCommand(us)} ${parent}`,
    )
  }
}

/** Removes all complete backups but the newest; damaged ones stay. @returns how many were removed */
export async function keepNewest(parent: string, count: number): Promise<number> {
  const old = (await listBackups(parent, () => {})).slice(count)
  let removed = 0
  for (const { folder } of old) {
    if (!(await isOwnFolder(folder))) continue
    const draft = path.join(parent, draftPrefix + path.basename(folder))
    await rename(folder, draft)
    if (await removeOwnFolder(draft)) removed += 1
  }
  return removed
}

async function removeIncomplete(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(draftPrefix))
  for (const name of names) await removeOwnFolder(path.join(parent, name))
}

async function syncFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) if (entry.isDirectory()) await syncFolder(path.join(entry.parentPath, entry.name))
  await syncFolder(folder)
}
