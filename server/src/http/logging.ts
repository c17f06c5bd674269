import { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import pino, { type Logger, type LoggerOptions } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from '../config.ts'

/** Writes at once, so that lines stand in the order in which things happened; readable on a terminal of one's own. */
export function createLogger(config: Config): Logger {
  const isForPeople = !config.production && process.stdout.isTTY
  return pino(
    logOptions(config),
    isForPeople
      ? pretty({ singleLine: true, translateTime: 'HH:MM:ss', sync: true })
      : pino.destination({ sync: true }),
  )
}

/**
 * Logs say which route was called, never what was asked or answered: addresses with search terms, cookies, bodies and
 * the details a database adds to its errors stay out.
 */
export function logOptions(config: Pick<Config, 'logLevel'>): LoggerOptions {
  return {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    serializers: {
      err: serializeError,
      req: () => undefined,
      res: () => undefined,
      // With the request's headers, cookies too.
      busboyOptions: () => undefined,
    },
  }
}

/** Instead of Fastify's own lines, of which what broke off after its first bytes is the one that nobody else tells. */
export class BrokenAnswerLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(error: Error & { code?: string }, request: FastifyRequest): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.log.info('the caller went away')
    else request.log.error({ err: error }, 'an answer broke off')
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
