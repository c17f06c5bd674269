import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from './connection-limits.ts'

/** Requests whose body is a file, with what gives it the time it needs. */
const files = new WeakSet<IncomingMessage>()
const givesTime = new WeakMap<IncomingMessage, () => void>()

export const bringsFile = (request: IncomingMessage) => files.has(request)

/** Files may take long. Register behind what refuses a request by its headers. */
export function registerFileBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }) => {
    if (!routeOptions.config.signed && !headers['content-type']?.startsWith('multipart/')) return
    files.add(raw)
    givesTime.get(raw)?.()
  })
}

/** Ends the connection of a request whose body does not arrive as fast as it should, with 408 where that can be said. */
export function watchBody(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  limits: ConnectionLimits,
): void {
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
  let timer = setTimeout(end, limits.bodyMs).unref()
  request.once('close', () => clearTimeout(timer))
  response.once('finish', () => {
    if (request.complete) return
    clearTimeout(timer)
    timer = setTimeout(end, limits.answeredMs).unref()
    // Read away, so that the sender gets to see the answer. Node does so only where nobody has begun to read.
    request.resume()
  })
  givesTime.set(request, () => {
    clearTimeout(timer)
    let seenBytes = socket.bytesRead
    timer = setInterval(() => {
      // What is here and not yet read waits for us.
      if (socket.bytesRead - seenBytes < limits.fileBytes && request.readableLength === 0) end()
      seenBytes = socket.bytesRead
    }, limits.fileMs).unref()
  })

  function end(): void {
    if (request.complete) return
    if (response.headersSent) socket.destroy()
    else server.emit('clientError', new RequestTimeout(), socket)
  }
}

/** As Node's own for headers that do not arrive in time. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
