import type { FastifyInstance } from 'fastify'

const lookEveryMs = 100

/**
 * From the moment the server is asked to stop, connections end as they fall idle: a browser keeps one open for the
 * next request, and the server would wait for it until its time runs out.
 * @returns a function that says whether that moment has come
 */
export function registerDraining(app: FastifyInstance): () => boolean {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), lookEveryMs)
  })
  app.addHook('onClose', async () => clearInterval(timer))
  return () => timer !== undefined
}
