import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { keepSession } from '../staff/sessions/store.ts'
import { findUpload, touchUpload, type UploadRecord } from './uploads-store.ts'

const pollEveryMs = 1_000
const touchEveryMs = 20_000

/** Keeps the upload and the session that began it alive while bytes keep arriving. */
export async function whileArriving<T>(
  { db, config, now }: Context,
  request: FastifyRequest,
  upload: UploadRecord,
  work: () => Promise<T>,
): Promise<T> {
  async function keep(): Promise<void> {
    await touchUpload(db, upload.id, now())
    // Read again: the session's token may have been renewed.
    const current = await findUpload(db, upload.id)
    if (current) await keepSession(db, current.sessionHash, config.sessionIdleMs, now())
  }

  let seenBytes = -1
  let touchedAtMs = now()
  const timer = setInterval(() => {
    const { bytesRead } = request.raw.socket
    const isMoving = bytesRead !== seenBytes
    seenBytes = bytesRead
    if (!isMoving || now() - touchedAtMs < touchEveryMs) return
    touchedAtMs = now()
    void keep().catch((error: unknown) =>
      request.log.warn({ err: error }, 'the session of an upload could not be kept alive'),
    )
  }, pollEveryMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
