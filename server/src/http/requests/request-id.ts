import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const saneId = /^[A-Za-z0-9][A-Za-z0-9_-]{15,63}$/
/** https://www.w3.org/TR/trace-context/ */
const traceParent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The id from a proxy, in `X-Request-Id` or as the trace id of `traceparent`, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers['x-request-id']
  if (typeof header === 'string' && saneId.test(header)) return header
  const { traceparent } = headers
  const trace = typeof traceparent === 'string' ? traceParent.exec(traceparent)?.[1] : undefined
  return trace ?? randomUUIDv7()
}

/** Sends the id of each request back, so that users can quote it. */
export function registerRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}
