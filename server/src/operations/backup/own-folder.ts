import type { Stats } from 'node:fs'
import { lstat, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'

const writableByOthers = 0o022

/**
 * Whether a path is a folder of this process's user that no one else can write to. A link is not, and neither is what
 * another user has put into a shared folder.
 */
export async function isOwnFolder(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => undefined)
  return found !== undefined && isOwn(found)
}

function isOwn(found: Stats): boolean {
  const us = process.geteuid?.()
  return found.isDirectory() && (us === undefined || (found.uid === us && (found.mode & writableByOthers) === 0))
}

/** Removes a folder with everything in it, if it is our own. @returns whether it was */
export async function removeOwnFolder(place: string): Promise<boolean> {
  const isOurs = await isOwnFolder(place)
  if (isOurs) await rm(place, { recursive: true })
  return isOurs
}

/**
 * Creates a folder with an unpredictable name, which only its owner can use.
 * @returns its path, and a function that removes exactly this folder: anything that has replaced it since stays
 */
export async function makeTemporaryFolder(parent: string, prefix: string) {
  const folder = await mkdtemp(path.join(parent, prefix))
  const made = await lstat(folder)
  return {
    folder,
    async remove(): Promise<void> {
      const found = await lstat(folder).catch(() => undefined)
      if (found?.isDirectory() && found.dev === made.dev && found.ino === made.ino)
        await rm(folder, { recursive: true })
    },
  }
}
