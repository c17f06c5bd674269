import type { StorageSettings } from '../settings/storage.ts'
import { openLocalStorage } from './local.ts'
import type { Storage } from './storage.ts'

export async function openStorage(settings: StorageSettings, now: () => number = Date.now): Promise<Storage> {
  if (settings.kind === 'local') return openLocalStorage(settings.folder)
  // Loaded only when needed: the S3 client takes a lot of memory.
  const { openS3Storage } = await import('./s3.ts')
  return openS3Storage(settings, now)
}
