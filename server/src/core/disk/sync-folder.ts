import { open } from 'node:fs/promises'

/** Syncs a folder. A new name in it is safely on disk only after that. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and syncs their entries on its own.
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
