import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from './connection-limits.ts'
import type { Connections } from './connections.ts'

const lookEveryMs = 100

/**
 * When the server closes, connections end as they fall idle: a browser keeps one open for the next request, and the
 * server would wait for it until its time runs out. Node no longer ends slow ones by then, so we do.
 */
export function registerDraining(app: FastifyInstance, connections: Connections, limits: ConnectionLimits): void {
  let timers: NodeJS.Timeout[] = []
  app.addHook('preClose', async () => {
    const graceEndsMs = Date.now() + limits.drainGraceMs
    timers = [
      setInterval(() => {
        app.server.closeIdleConnections()
        if (Date.now() >= graceEndsMs) connections.endWaiting()
      }, lookEveryMs),
      setTimeout(() => app.server.closeAllConnections(), limits.drainMs),
    ]
  })
  app.addHook('onClose', async () => timers.forEach(clearTimeout))
}
