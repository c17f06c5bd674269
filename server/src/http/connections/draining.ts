import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from './connection-limits.ts'
import type { Connections } from './connections.ts'

const lookEveryMs = 100
/** A turn of the event loop without work is shorter than this. */
const quietMs = 0.5
const mostTurns = 2_000

/**
 * When the server closes, connections end after their next response or after a time without a request. Browsers keep
 * them open, and the server would otherwise wait until they time out. Node stops checking for slow headers then, so
 * slow connections are ended here.
 */
export function registerDraining(app: FastifyInstance, connections: Connections, limits: ConnectionLimits): void {
  let timers: NodeJS.Timeout[] = []
  let isClosing = false

  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    await untilQuiet()
    isClosing = true
    const closed = once(app.server, 'close')
    // The HTTP server's own method would end idle connections at once, although a proxy may just be sending a request.
    Server.prototype.close.call(app.server)
    const idleEndsMs = Date.now() + limits.idleGraceMs
    const graceEndsMs = Date.now() + Math.max(limits.drainGraceMs, limits.idleGraceMs)
    timers = [
      setInterval(() => {
        if (Date.now() >= idleEndsMs) app.server.closeIdleConnections()
        if (Date.now() >= graceEndsMs) connections.endWaiting()
      }, lookEveryMs),
      setTimeout(() => app.server.closeAllConnections(), limits.drainMs),
    ]
    // Fastify does not wait for a server that no longer listens.
    await closed
  })
  app.addHook('onClose', async () => timers.forEach(clearTimeout))
}

/**
 * The kernel resets connections that it has accepted and the server has not: those that arrive between the last turn of
 * the event loop and the end of listening. After a turn without work there can hardly be any.
 */
async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const began = performance.now()
    await setImmediate()
    if (performance.now() - began < quietMs) return
  }
}
