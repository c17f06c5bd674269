import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from './connection-limits.ts'

/** Requests whose body is a file, each with a function that lifts the usual time limit. */
const files = new WeakSet<IncomingMessage>()
const liftsLimit = new WeakMap<IncomingMessage, () => void>()

export const bringsFile = (request: IncomingMessage) => files.has(request)

/** Gives file uploads the time they need. Register it after the hooks that reject requests by their headers. */
export function registerFileBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }) => {
    if (!routeOptions.config.signed && !/^multipart\//i.test(headers['content-type'] ?? '')) return
    files.add(raw)
    liftsLimit.get(raw)?.()
  })
}

/** Ends the connection of a request whose body arrives too slowly, with 408 unless a response has begun. */
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
    // The rest is read and dropped, so that the sender sees the response. Node does this only for a body that has not
    // been read.
    request.resume()
  })
  liftsLimit.set(request, () => {
    clearTimeout(timer)
    let seenBytes = socket.bytesRead
    timer = setInterval(() => {
      // Bytes that have arrived but are not read yet are a delay of the server, not of the client.
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

/** The code that Node uses for slow headers. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
