import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../core/config.ts'
import { version } from '../../core/settings/version.ts'
import { connectionLimits } from './connection-limits.ts'
import { type Connections, createConnections } from './connections.ts'
import { errorBody, unavailable } from '../errors.ts'
import { createSecurityHeaders } from '../security/headers.ts'
import { answerBadRequest, toPath } from './unreadable.ts'

const retryAfterSeconds = 5
/** This is less than proxies wait for a response, see deploy/nginx.conf. */
const longestHoldMs = 10_000

/**
 * Listens from the first moment of a start, so that a port in use is noticed before anything else is done, and probes
 * can distinguish a server that waits for its database from one that is down: `/healthz` returns 200 and `/readyz` 503.
 * Other requests wait until the app handles them, because a proxy does not repeat a change that it has sent. They get
 * 503 as soon as the start is known to take longer.
 */
export async function listenAtOnce(config: Config, logger: FastifyBaseLogger) {
  const headers = createSecurityHeaders(config, [])
  const { createServer, endWaiting } = createConnections(connectionLimits, logger)
  const held: [IncomingMessage, ServerResponse][] = []
  let appHandler: RequestListener | undefined
  let handler: RequestListener = (request, response) => {
    if (isProbe(request)) reject(request, response)
    else held.push([request, response])
  }

  const server = createServer((request, response) => handler(request, response))
  const answerUnreadable = answerBadRequest(headers, logger)
  server.on('clientError', answerUnreadable)
  await once(server.listen({ host: config.host, port: config.port }), 'listening')
  const holding = setTimeout(stopHolding, longestHoldMs).unref()

  function reject(request: IncomingMessage, response: ServerResponse): void {
    request.resume()
    const requestId = randomUUIDv7()
    const { status, body } = answer(request, requestId)
    response.writeHead(status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
      connection: 'close',
      ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
    })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body))
  }

  function handleBy(next: RequestListener): void {
    clearTimeout(holding)
    handler = next
    for (const [request, response] of held.splice(0)) if (!request.destroyed) next(request, response)
  }

  /** Responds to requests with 503 from now on. */
  function stopHolding(): void {
    handleBy(reject)
  }

  /** The app uses this server instead of creating one. */
  const connections: Connections = {
    createServer(handleInApp) {
      appHandler = handleInApp
      server.off('clientError', answerUnreadable)
      return server
    },
    endWaiting,
  }
  return {
    stopHolding,
    connections,
    /** Passes every request to the app, which is ready. */
    serve(): void {
      if (appHandler) handleBy(appHandler)
    },
  }
}

const pathOf = (request: IncomingMessage) => toPath(request).split('?')[0] ?? ''

const isProbe = (request: IncomingMessage) => ['/healthz', '/readyz'].includes(pathOf(request))

function answer(request: IncomingMessage, requestId: string) {
  switch (pathOf(request)) {
    case '/healthz':
      return { status: 200, body: { status: 'ok' } }
    case '/readyz':
      return { status: 503, body: { status: 'unavailable', version, draining: false, database: false } }
    default: {
      const error = unavailable('The server is starting. Try again in a moment.', retryAfterSeconds)
      return { status: 503, body: errorBody(error, requestId) }
    }
  }
}
