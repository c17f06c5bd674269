import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from './connection-limits.ts'
import type { Connections } from './connections.ts'

const lookEveryMs = 100

/**
 * When the server closes, connections end as they become idle: browsers keep them open for the next request, and the
 * server would wait until they time out. Node stops checking for slow headers then, so slow connections are ended here.
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
