import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { lockFolder } from '../../../core/database/lock-folder.ts'
import { NoSpaceError } from '../../../core/database/no-space.ts'
import { isSqliteFull } from '../../../core/database/sqlite.ts'

export const uploadsDirectory = (dataDir: string) => path.join(dataDir, 'imports')

/**
 * The folder of the spreadsheets that a server reads. Each process has its own folder, which it locks: the contents of
 * an unlocked one belong to a server that was killed.
 */
export function createUploadsFolder(dataDir: string) {
  const folder = path.join(uploadsDirectory(dataDir), randomUUID())
  let lock: ReturnType<typeof lockFolder>
  return {
    /** The path for a new file. */
    async newFile(): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      lock ??= lockOrFull(folder)
      return path.join(folder, `${randomUUID()}.upload`)
    },
    async close(): Promise<void> {
      lock?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A lock is a file as well. */
function lockOrFull(folder: string): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw isSqliteFull(error, folder) ? new NoSpaceError(folder, error) : error
  }
}

export type UploadsFolder = ReturnType<typeof createUploadsFolder>

/** Removes the spreadsheets of servers that were killed. */
export async function removeDeadUploads(dataDir: string): Promise<void> {
  const directory = uploadsDirectory(dataDir)
  const found = await readdir(directory, { withFileTypes: true }).catch(() => [])
  for (const entry of found) {
    const place = path.join(directory, entry.name)
    const lock = entry.isDirectory() ? lockFolder(place) : undefined
    if (entry.isDirectory() && !lock) continue
    lock?.close()
    await rm(place, { recursive: true, force: true })
  }
}
