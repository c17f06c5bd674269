import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const answers = new WeakMap<Socket, ServerResponse>()

export function createHttpServer(handler: RequestListener): Server {
  const server = createServer({ headersTimeout: 10_000, requireHostHeader: false })
  // Uploads may take hours: what ends a connection is that nothing moves on it.
  server.requestTimeout = 0
  server.timeout = 120_000
  server.keepAliveTimeout = 72_000
  server.on('request', (request, response) => {
    answers.set(request.socket, response)
    handler(request, response)
  })
  // Not answered by Node itself: what a client expects besides being told to go on may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/** Whether part of an answer is on its way, so that nothing else may be written. */
export function isAnswering(connection: Socket): boolean {
  const answer = answers.get(connection)
  return answer !== undefined && answer.headersSent && !answer.writableEnded
}
