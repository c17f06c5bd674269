import type { FastifyInstance } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { Config } from '../config.ts'

/**
 * Logs say which route was called, never what was asked or answered: addresses with search terms, cookies, bodies and
 * the details a database adds to its errors stay out.
 */
export function logOptions(config: Config): LoggerOptions {
  return {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: serializeError, req: () => undefined, res: () => undefined },
    ...(!config.production &&
      process.stdout.isTTY && {
        transport: { target: 'pino-pretty', options: { singleLine: true, translateTime: 'HH:MM:ss' } },
      }),
  }
}

export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(page)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

function serializeError(error: Error & { code?: unknown }): object {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack }
}
