import { open } from 'node:fs/promises'

/** Syncs a folder. Only then is a new name in it safely on disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and syncs their entries by itself.
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
