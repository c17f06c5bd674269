import { open } from 'node:fs/promises'

/** Syncs a folder: a new name in it is safely on disk only then. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and syncs their entries by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
