import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Why responses of this route are not compressed: they contain a secret, or text of strangers next to other data
     * that someone who sees only their size must not learn.
     */
    uncompressed?: string
  }
}

const compress = promisify(gzip)

/** Below this, compression saves nothing. */
const leastBytes = 1024

/** Compresses JSON that is sent on success, for callers that accept gzip. Register it before the routes. */
export function registerCompression(app: FastifyInstance): void {
  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    if (!isCompressible(request, reply) || isShort(payload)) return payload
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`)
    if (!acceptsGzip(request.headers['accept-encoding'])) return payload
    if (payload instanceof Readable)
      return compressed(
        reply,
        pipeline(payload, createGzip(), () => undefined),
      )
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    return compressed(reply, await compress(payload))
  })
}

function isCompressible({ method, routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  // An error may repeat what the caller sent.
  if (method === 'HEAD' || reply.statusCode !== 200 || routeOptions.config.uncompressed !== undefined) return false
  return String(reply.getHeader('content-type')).startsWith('application/json')
}

const isShort = (payload: unknown) =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length < leastBytes

/** Whether the header accepts gzip, by its name or by the asterisk, and not with a quality of 0. */
function acceptsGzip(header = ''): boolean {
  const offers = header.split(',').map((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    return { name, isRejected: parameters.some((part) => /^q=0(?:\.0*)?$/.test(part)) }
  })
  const offer = offers.find(({ name }) => name === 'gzip') ?? offers.find(({ name }) => name === '*')
  return offer !== undefined && !offer.isRejected
}

/** The payload with its headers. Its tag is weak, because its bytes are not those that the tag identifies. */
function compressed<P>(reply: FastifyReply, payload: P): P {
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return payload
}
