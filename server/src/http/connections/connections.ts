import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { bringsFile, watchBody } from './body-arrival.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { ByteResponse } from './byte-response.ts'
import { createServer as createHttpServer } from './node-http.ts'

const warnEveryMs = 60_000

/** The last request of a connection, with its response. */
const exchanges = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()

export type Connections = ReturnType<typeof createConnections>

/** Node's HTTP server with limits on the time and the number of connections. */
export function createConnections(limits: ConnectionLimits, logger: FastifyBaseLogger) {
  const open = new Set<Socket>()
  let quietUntilMs = 0

  /** There is one limit for all servers: a host name may stand for several addresses, which have a server each. */
  function accept(connection: Socket): void {
    if (open.size >= limits.inAll) {
      reject(connection)
      return
    }
    open.add(connection)
    connection.once('close', () => open.delete(connection))
  }

  function reject(connection: Socket): void {
    connection.destroy()
    if (Date.now() < quietUntilMs) return
    quietUntilMs = Date.now() + warnEveryMs
    logger.warn({ open: open.size }, 'too many connections, further ones are closed')
  }

  function createServer(handler: RequestListener): Server {
    const server = createHttpServer({
      ServerResponse: ByteResponse,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.headersMs / 10,
      requireHostHeader: false,
    })
    // Uploads of files may take hours.
    server.requestTimeout = 0
    server.timeout = limits.idleMs
    server.keepAliveTimeout = limits.keepAliveMs
    server.on('timeout', (connection: Socket) => {
      if (!isAtWork(connection)) connection.destroy()
    })
    server.on('connection', accept)
    server.on('request', (request, response) => {
      exchanges.set(request.socket, { request, response })
      watchBody(server, request, response, limits)
      handler(request, response)
    })
    // An unknown expectation may be ignored. Node's own rejection would lack our headers.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    return server
  }

  /** Ends the connections without a request in progress. A request is in progress once it has arrived completely. */
  function endWaiting(): void {
    for (const connection of open) if (!isBusy(connection)) connection.destroy()
  }

  return { createServer, endWaiting }
}

function isBusy(connection: Socket): boolean {
  const exchange = exchanges.get(connection)
  if (!exchange || exchange.response.writableFinished) return false
  return exchange.request.complete || bringsFile(exchange.request)
}

/** Whether a request has arrived and its response has not begun: meanwhile no byte is sent in either direction. */
function isAtWork(connection: Socket): boolean {
  const exchange = exchanges.get(connection)
  return exchange !== undefined && exchange.request.complete && !exchange.response.headersSent
}

/** Whether part of a response has been sent, so that nothing else may be written. */
export function isAnswering(connection: Socket): boolean {
  const response = exchanges.get(connection)?.response
  return response !== undefined && response.headersSent && !response.writableEnded
}
