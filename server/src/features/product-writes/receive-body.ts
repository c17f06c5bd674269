import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import { largestBatch } from '@health-console/contract/users/product-writes.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/errors.ts'

const newline = 0x0a

/**
 * The whole body, decompressed.
 * @throws ApiError `too_large` as soon as it has more bytes or lines than a batch may have
 */
export async function receiveBody({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): Promise<Buffer> {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  // `x-gzip` is its old name: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.3
  const isGzip = encoding === 'gzip' || encoding === 'x-gzip'
  if (encoding !== 'identity' && !isGzip)
    throw new ApiError('unsupported', 'The content encoding is not supported. Send gzip, or none.')
  if (Number(headers['content-length'] ?? 0) > largestBatch.bytes) throw tooManyBytes()
  const sent = await readAll(raw)
  const body = isGzip ? await inflate(sent) : sent
  if (countLines(body) > largestBatch.lines) throw tooLarge(`${largestBatch.lines.toLocaleString('en')} lines`)
  return body
}

async function readAll(raw: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // The stream is not closed, so that the rest is read and dropped, and the sender sees the response.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > largestBatch.bytes) throw tooManyBytes()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid', 'The request body was incomplete. Nothing was written.')
  }
  return Buffer.concat(chunks)
}

async function inflate(sent: Buffer): Promise<Buffer> {
  const gunzip = createGunzip()
  gunzip.end(sent)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of gunzip) {
      bytes += chunk.length
      if (bytes > largestBatch.bytes) throw tooManyBytes()
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ApiError ? error : notGzip()
  }
  // Bytes after the end would be dropped, although a proxy or the sender may treat them as lines.
  if (gunzip.bytesWritten !== sent.length) throw notGzip()
  return Buffer.concat(chunks)
}

const tooManyBytes = () => tooLarge(`${largestBatch.bytes / 2 ** 20} MiB`)
const tooLarge = (limit: string) =>
  new ApiError('too_large', `The body has more than ${limit}. Nothing was written. Send it in parts.`)
const notGzip = () =>
  new ApiError('invalid', 'The request body is not complete gzip, as its Content-Encoding states. Nothing was written.')

function countLines(body: Buffer): number {
  let lines = body.length > 0 && body.at(-1) !== newline ? 1 : 0
  for (let end = body.indexOf(newline); end !== -1; end = body.indexOf(newline, end + 1)) lines += 1
  return lines
}
