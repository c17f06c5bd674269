import type { FastifyBaseLogger } from 'fastify'
import type { Storage } from './storage.ts'

/** Logs a warning when the store cannot be used or browsers cannot send files to it. Everything else still works. */
export async function warnAboutStorage(storage: Storage, publicUrl: string, logger: FastifyBaseLogger): Promise<void> {
  if (storage.kind !== 's3') return
  if (publicUrl.startsWith('https:') && storage.browserOrigin.startsWith('http:')) {
    logger.warn({ store: storage.browserOrigin }, 'browsers will not upload from https to a file store on http')
  }
  try {
    await storage.check()
  } catch (error) {
    logger.warn({ err: error, store: storage.browserOrigin }, 'the file store cannot be used, see the cause')
    return
  }
  const reason = await storage.findBrowserProblem(publicUrl)
  if (reason === undefined) return
  logger.warn(
    { store: storage.browserOrigin, reason },
    'browsers cannot upload to the file store; its bucket needs a CORS rule for PUBLIC_URL, see docs/operations.md',
  )
}
