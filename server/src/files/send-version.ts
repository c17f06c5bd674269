import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { attachment } from '../storage/attachment.ts'
import { ObjectNotFoundError } from '../storage/errors.ts'
import { toObjectKey } from '../storage/object-key.ts'
import type { ByteRange } from '../storage/storage.ts'
import { versionNotFound } from './store.ts'

/** How long the redirect to the store can be followed. */
const redirectLifetimeSeconds = 60

type Content = { objectKey: string; filename: string; sizeBytes: number }

/** Sends a version as a download: a redirect to a short-lived URL of the store, or a stream, with range support. */
export async function sendVersion(
  { storage }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { objectKey, filename, sizeBytes }: Content,
): Promise<FastifyReply> {
  const key = toObjectKey(objectKey)
  if (storage.kind === 's3') {
    return reply.redirect(await storage.presignGet(key, filename, redirectLifetimeSeconds), 302)
  }
  // Objects never change, so their key can serve as the ETag.
  const etag = `"${objectKey}"`
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? readByteRange(request.headers.range, sizeBytes) : undefined
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('content-disposition', attachment(filename))
    .type('application/octet-stream')
  if (range === null) {
    reply.header('content-range', `bytes */${sizeBytes}`)
    throw new ApiError('unsatisfiable_range', `The file has ${sizeBytes} bytes; the range begins after them.`)
  }
  reply.header('content-length', range ? range.end - range.start + 1 : sizeBytes)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
  if (request.method === 'HEAD') return reply.send()
  try {
    return await reply.send(await storage.openRead(key, range))
  } catch (error) {
    if (!(error instanceof ObjectNotFoundError)) throw error
    request.log.error({ objectKey }, 'the content of a version is missing in the file store')
    throw versionNotFound()
  }
}

/**
 * The requested range, clipped to the file. Undefined: send everything, also for several ranges and for unknown units.
 * Null: the range begins past the end.
 */
export function readByteRange(header: string | undefined, sizeBytes: number): ByteRange | undefined | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? null : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = Math.min(last === '' ? Infinity : Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= sizeBytes ? null : { start, end }
}
