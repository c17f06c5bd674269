import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { version } from '../settings/version.ts'
import { connectionLimits } from './connection-limits.ts'
import { createConnections } from './connections.ts'
import { errorBody, unavailable } from './errors.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { answerBadRequest, toPath } from './unreadable.ts'

const retryAfterSeconds = 5

/**
 * Listens from the first moment of a start, so that a taken port is noticed before anything else is done, and probes tell a
 * server that waits for its database from one that is gone: `/healthz` answers 200, everything else 503.
 */
export async function listenMeanwhile(config: Config, logger: FastifyBaseLogger) {
  const headers = createSecurityHeaders(config, [])
  const { createServer } = createConnections(connectionLimits, logger)
  const server = createServer((request, response) => {
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
  })
  server.on('clientError', answerBadRequest(headers, logger))
  await once(server.listen({ host: config.host, port: config.port }), 'listening')
  return {
    /** Frees the port for the server itself. */
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(request: IncomingMessage, requestId: string) {
  switch (toPath(request).split('?')[0]) {
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
