import { openLocalStorage } from './local.ts'
import { openS3Storage } from './s3.ts'
import type { S3Settings } from './s3-client.ts'
import type { Storage } from './storage.ts'

export type StorageSettings = { kind: 'local'; folder: string } | ({ kind: 's3' } & S3Settings)

export const openStorage = (settings: StorageSettings): Promise<Storage> =>
  settings.kind === 'local' ? openLocalStorage(settings.folder) : openS3Storage(settings)
