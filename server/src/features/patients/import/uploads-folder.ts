import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { lockFolder } from '../../../core/database/sqlite/lock-folder.ts'
import { makeFoldersIn } from '../../../core/disk/make-folder.ts'

const uploads = 'imports'
export const uploadsDirectory = (dataDir: string) => path.join(dataDir, uploads)

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
      await makeFoldersIn(dataDir, uploads, path.basename(folder))
      lock ??= lockFolder(folder)
      return path.join(folder, `${randomUUID()}.upload`)
    },
    async close(): Promise<void> {
      lock?.close()
      await rm(folder, { recursive: true, force: true })
    },
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
