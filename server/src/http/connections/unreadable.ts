import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { errorStatus } from '@health-console/contract/errors.ts'
import type { ConnectionError, FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDecodable } from '../../core/settings/is-decodable.ts'
import { ApiError, errorBody, sendError, unreadableUrl } from '../errors.ts'
import { escapeHtml } from '../web/escape-html.ts'
import type { SecurityHeaders } from '../security/headers.ts'
import { isAnswering } from './connections.ts'
import { STATUS_CODES } from './node-http.ts'
import { wantsPage } from '../web/page.ts'

/**
 * Reduces the URL of a request to its path, because clients may send the whole URL, as they do to proxies. A URL with a
 * malformed percent sign is replaced if it comes from a browser's navigation, which then gets the not-found page.
 */
export function toPath(request: IncomingMessage): string {
  const path = withoutOrigin(request)
  const isReadable = isDecodable(path.replace(/[?#].*/s, ''))
  return isReadable || !wantsPage(request, path) ? path : '/not-found'
}

function withoutOrigin({ url = '/' }: IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith('/') || path === url ? path : `/${path}`
}

/** Returns the handler for a malformed URL of the API. It has no route, so no hooks run. */
export function answerBadUrl(headers: SecurityHeaders) {
  return function (_error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const error = unreadableUrl()
    request.log.info({ code: error.code }, 'request rejected')
    void sendError(request, reply.headers({ ...headers, 'x-request-id': request.id }), error)
  }
}

/** HTTP/1.1 requires exactly one `Host`. Node's own check is off, because its response would lack our headers. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    // Names and values alternate.
    const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1'))
      throw new ApiError('invalid', 'The request doesn’t specify its host.')
  })
}

/**
 * Returns the handler for bytes that are not a request, and for slow requests. There is no reply object, so it writes
 * to the connection.
 */
export function answerBadRequest(headers: SecurityHeaders, logger: FastifyBaseLogger) {
  return function ({ code: reason, rawPacket }: ConnectionError, connection: Socket): void {
    // Browsers open connections in advance, and would mistake this for the response to their next request.
    if (connection.bytesRead === 0 || !connection.writable || isAnswering(connection)) {
      connection.destroy()
      return
    }
    const error = toApiError(reason)
    const requestId = randomUUIDv7()
    logger.info({ reqId: requestId, code: error.code, reason }, 'request rejected')
    const isPage = wantsPageRaw(rawPacket)
    const body = isPage ? errorPage(error) : JSON.stringify(errorBody(error, requestId))
    const status = errorStatus[error.code]
    const lines = Object.entries({
      ...headers,
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'x-request-id': requestId,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    connection.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    connection.destroySoon()
  }
}

/** Whether the part of a request that arrived comes from a browser's navigation. */
const wantsPageRaw = (rawPacket: unknown) =>
  Buffer.isBuffer(rawPacket) && /\r\nsec-fetch-mode: *navigate\r\n/i.test(rawPacket.toString('latin1'))

const errorPage = ({ message }: ApiError) =>
  `<!doctype html><html lang="en"><title>Request rejected</title><p>${escapeHtml(message)}</p></html>`

function toApiError(reason: string): ApiError {
  switch (reason) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('timeout', 'The request did not arrive in time.')
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(
        'headers_too_large',
        'The URL and headers of the request, with its cookies, are longer than 16 KiB. In a browser, delete the cookies of this site and of its parent domain.',
      )
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('too_large', 'The request is too large.')
    default:
      return new ApiError('invalid', 'The request cannot be read.')
  }
}
