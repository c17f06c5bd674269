import { constants } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, rename, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Keys } from '../../core/crypto/keys.ts'
import { lockFolder } from '../../core/database/sqlite/lock-folder.ts'
import { nameUser, userForCommand } from '../../core/settings/user-name.ts'
import { syncFolder } from '../../core/storage/local-files.ts'
import { type Backup, isOurs, listBackups, nameFor, timeOf } from './list-backups.ts'
import { isOwnFolder, removeOwnFolder } from './own-folder.ts'

/** Marks a folder that is being written or removed. Only folders without it are complete backups. */
const draftPrefix = '.incomplete-'

/** Only one command at a time writes into the parent, and holds the lock of this folder in it. */
const lockName = '.lock'

/** The other backups in a folder, as a backup into it finds them. */
export type Others = {
  /** Those that this console made, newest first. */
  ours: Backup[]
  /** Those whose signed time is after that of the backup being made: a clock was ahead. */
  ahead: Backup[]
  /** The names of folders that others own or can change, and of backups that this console did not sign as they are. */
  foreign: string[]
  /** Why manifests could not be read. */
  errors: Error[]
  /** The names of backups without encryption that other users can read. */
  readable: string[]
}

/**
 * Lets `fill` write a backup into a folder, which gets its final name once everything in it is on disk, and then
 * `finish` remove others. What earlier runs have left is removed first, and a backup that fails is removed at once.
 */
export async function makeBackup(
  parent: string,
  { madeAt, keys }: { madeAt: string; keys: Keys },
  {
    fill,
    finish,
  }: { fill: (draft: string, others: Others) => Promise<void>; finish: (others: Others) => Promise<void> },
): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const lock = await lockParent(parent)
  try {
    await removeIncomplete(parent)
    const others = await findOthers(parent, { madeAt, keys })
    const draft = path.join(parent, draftPrefix + nameFor(madeAt))
    const folder = path.join(parent, nameFor(madeAt))
    await mkdir(draft, { mode: 0o700 })
    try {
      await requireOwn(draft)
      await fill(draft, others)
      await syncFolders(draft)
      await rename(draft, folder)
    } catch (error) {
      // It may have filled the disk. The error that made it fail is the one to report.
      await removeOwnFolder(draft).catch(() => {})
      throw error
    }
    await syncFolder(parent)
    await finish(others)
    return folder
  } finally {
    lock.close()
  }
}

/**
 * The lock is in a folder of its own, because SQLite trusts the files next to the one that it opens, and others may be
 * able to put files into the parent.
 * @throws Error if this user cannot use the parent, or another backup into it is in progress
 */
async function lockParent(parent: string): Promise<NonNullable<ReturnType<typeof lockFolder>>> {
  await requireUsable(parent)
  const folder = path.join(parent, lockName)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!(await isOwnFolder(folder))) {
    const { uid } = await lstat(folder)
    throw new Error(
      `${folder} belongs to user ${nameUser(uid)}, or others can change it. Remove it, or choose another folder for the backups.`,
    )
  }
  const lock = lockFolder(folder)
  if (!lock) throw new Error(`Another backup into ${parent} is in progress.`)
  return lock
}

/**
 * @throws Error with the path and how to fix it, if this user may not write to a folder, or every user may replace what
 * is in it
 */
async function requireUsable(parent: string): Promise<void> {
  const us = process.geteuid?.()
  if (us === undefined) return
  const { uid, mode } = await stat(parent)
  const isUsable = await access(parent, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isUsable)
    throw new Error(
      `${parent} belongs to user ${nameUser(uid)}, and user ${nameUser(us)} cannot use it. ` +
        `Give the folder to the user who makes the backups: sudo chown -R ${userForCommand(us)} ${parent}`,
    )
  const isReplaceable = (mode & constants.S_IWOTH) !== 0 && (mode & stickyBit) === 0
  if (isReplaceable) throw new Error(`Every user can replace what is in ${parent}. Fix: chmod o-w ${parent}`)
}

const stickyBit = 0o1000

/** @throws Error on a file system that gives new folders to other users, such as a network drive without an owner */
async function requireOwn(draft: string): Promise<void> {
  // Some file systems ignore the mode with which a folder is created.
  await chmod(draft, 0o700).catch(() => {})
  if (await isOwnFolder(draft)) return
  await rmdir(draft)
  const parent = path.dirname(draft)
  throw new Error(
    `${parent} is on a file system on which others could change a backup. Mount it so that new folders belong to their creator, and others cannot write to them.`,
  )
}

async function findOthers(parent: string, { madeAt, keys }: { madeAt: string; keys: Keys }): Promise<Others> {
  const foreign: string[] = []
  const { backups, errors } = await listBackups(parent, async (folder) => {
    const isOwn = await isOwnFolder(folder)
    if (!isOwn) foreign.push(path.basename(folder))
    return isOwn
  })
  const ours = backups.filter((backup) => isOurs(keys, backup))
  const isAhead = (backup: Backup) => timeOf(backup) > Date.parse(madeAt)
  foreign.push(...backups.filter((backup) => !ours.includes(backup)).map(({ folder }) => path.basename(folder)))
  const readable: string[] = []
  for (const { folder, manifest } of backups) {
    const isPlain = manifest.recipients.length === 0
    if (isPlain && (await isReadableByOthers(folder))) readable.push(path.basename(folder))
  }
  return { ours: ours.filter((backup) => !isAhead(backup)), ahead: ours.filter(isAhead), foreign, errors, readable }
}

const forOthers = 0o007

/** Whether every user can enter a folder, or list it. */
export async function isReadableByOthers(folder: string): Promise<boolean> {
  return process.geteuid !== undefined && ((await lstat(folder)).mode & forOthers) !== 0
}

/** Removes backups that this console made. @returns their names */
export async function removeBackups(backups: Backup[]): Promise<string[]> {
  const removed: string[] = []
  for (const { folder } of backups) {
    const [parent, name] = [path.dirname(folder), path.basename(folder)]
    const draft = path.join(parent, draftPrefix + name)
    await rename(folder, draft)
    if (await removeOwnFolder(draft)) removed.push(name)
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
