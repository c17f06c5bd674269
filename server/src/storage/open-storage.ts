import { openLocalStorage } from './local.ts'
import type { S3Settings } from './s3-client.ts'
import type { Storage } from './storage.ts'

export type StorageSettings = { kind: 'local'; folder: string } | ({ kind: 's3' } & S3Settings)

export async function openStorage(settings: StorageSettings): Promise<Storage> {
  if (settings.kind === 'local') return openLocalStorage(settings.folder)
  // The client of S3 takes a lot of memory, and most servers do without.
  const { openS3Storage } = await import('./s3.ts')
  return openS3Storage(settings)
}
