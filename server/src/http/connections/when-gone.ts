import type { FastifyReply } from 'fastify'
import { conflict } from '../errors.ts'

/**
 * Aborted once the caller has disconnected without waiting for the response, such as a page that starts another search.
 */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort(conflict('The caller did not wait for the response.'))
  })
  return gone.signal
}
