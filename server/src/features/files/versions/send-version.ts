import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { ApiError } from '../../../http/errors.ts'
import { isNamed, mayMatch } from '../../../http/web/etag.ts'
import { attachment } from '../../../core/storage/attachment.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'
import type { ByteRange } from '../../../core/storage/storage.ts'

/** How long the redirect to the storage can be followed. */
const redirectLifetimeSeconds = 60

type Content = {
  objectKey: string
  filename: string
  sizeBytes: number
  /** Null while it is being computed. */
  sha256: string | null
}

/**
 * Sends a version as a download: a redirect to a short-lived URL of the storage, or a stream. The server itself
 * responds to HEAD, because the storage accepts such a URL only for GET, and to a request with `If-Match`, because the
 * storage has other ETags.
 */
export async function sendVersion(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
): Promise<FastifyReply> {
  const url =
    request.method === 'HEAD' || request.headers['if-match'] !== undefined
      ? undefined
      : await findDirectUrl(context, content)
  return url === undefined ? streamVersion(context, request, reply, content) : reply.redirect(url, 302)
}

/** A short-lived URL of the storage; undefined if it has none. */
export async function findDirectUrl(
  { storage }: Context,
  { objectKey, filename }: Content,
): Promise<string | undefined> {
  if (storage.kind !== 's3') return undefined
  return storage.presignGet(toObjectKey(objectKey), filename, redirectLifetimeSeconds)
}

/**
 * Streams a version through this server from any storage, with the same headers for the whole, a range, 304 and HEAD.
 */
export async function streamVersion(
  { storage }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { objectKey, filename, sizeBytes, sha256 }: Content,
): Promise<FastifyReply> {
  const key = toObjectKey(objectKey)
  const etag = sha256 === null ? undefined : `"${sha256}"`
  const { range: wanted, 'if-range': ifRange, 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  if (!mayMatch(ifMatch, etag)) throw new ApiError('precondition_failed', 'The file doesn’t match If-Match.')
  reply
    .header('accept-ranges', 'bytes')
    .header('content-disposition', attachment(filename))
    .type('application/octet-stream')
  if (etag !== undefined) reply.header('etag', etag)
  if (sha256 !== null) reply.header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
  if (isNamed(ifNoneMatch, etag)) return reply.code(304).send()
  // Only GET has ranges: https://www.rfc-editor.org/rfc/rfc9110#section-14.2
  const allowsRange = request.method === 'GET' && (ifRange === undefined || ifRange === etag)
  const range = allowsRange ? readByteRange(wanted, sizeBytes) : undefined
  if (range === null) {
    reply.header('content-range', `bytes */${sizeBytes}`)
    throw new ApiError('unsatisfiable_range', `The file has ${sizeBytes} bytes; the range begins after them.`)
  }
  reply.header('content-length', range ? range.end - range.start + 1 : sizeBytes)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await storage.openRead(key, range))
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
