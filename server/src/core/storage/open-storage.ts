import type { FastifyBaseLogger } from 'fastify'
import type { StorageSettings } from '../settings/storage.ts'
import { openLocalStorage } from './local.ts'
import type { Storage } from './storage.ts'

export async function openStorage(settings: StorageSettings, now: () => number = Date.now): Promise<Storage> {
  if (settings.kind === 'local') return openLocalStorage(settings.folder)
  // This is loaded only if needed, because the S3 client uses a lot of memory.
  const { openS3Storage } = await import('./s3.ts')
  return openS3Storage(settings, now)
}

/** Logs a warning if the storage cannot be used or browsers cannot send files to it. Everything else still works. */
export async function warnAboutStorage(storage: Storage, publicUrl: string, logger: FastifyBaseLogger): Promise<void> {
  if (storage.kind !== 's3') return
  if (publicUrl.startsWith('https:') && storage.browserOrigin.startsWith('http:')) {
    logger.warn({ storage: storage.browserOrigin }, 'browsers will not upload from https to file storage on http')
  }
  try {
    await storage.check()
  } catch (error) {
    logger.warn({ err: error, storage: storage.browserOrigin }, 'the file storage cannot be used, see the cause')
    return
  }
  const reason = await storage.findBrowserError(publicUrl)
  if (reason === undefined) return
  logger.warn(
    { storage: storage.browserOrigin, reason },
    'browsers cannot upload to the file storage; its bucket needs a CORS rule for PUBLIC_URL, see docs/operations/configuration.md',
  )
}
