import { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import pino, { type Logger, type LoggerOptions } from 'pino'
import type { Config } from '../../core/config.ts'

/** On a terminal, lines are formatted for reading; any other output gets one JSON object per line. */
export const isReadInTerminal = ({ production }: Pick<Config, 'production'>): boolean =>
  !production && process.stdout.isTTY

/** Writes synchronously, so that lines are in the order of events; on a terminal they are formatted for reading. */
export async function createLogger(config: Config): Promise<Logger> {
  if (!isReadInTerminal(config)) return pino(logOptions(config), pino.destination({ sync: true }))
  const { default: pretty } = await import('pino-pretty')
  // The base64 of a checkpoint is also in its file. Here it would bury the hint on how to sign in.
  const ignore = 'pid,hostname,checkpoint,publicKey'
  return pino(logOptions(config), pretty({ singleLine: true, translateTime: 'HH:MM:ss', ignore, sync: true }))
}

/**
 * Logs contain the route, never the contents of a request or response: they leave out URLs with search terms, cookies,
 * bodies and the details that a database adds to its errors.
 */
export function logOptions(config: Pick<Config, 'logLevel'>): LoggerOptions {
  return {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    serializers: {
      err: (error: Error) => serializeError(error),
      req: () => undefined,
      res: () => undefined,
      // The raw request has the headers, including cookies.
      busboyOptions: () => undefined,
    },
  }
}

/** Replaces Fastify's own lines. Only a response that broke off after its first bytes is not logged elsewhere. */
export class BrokenAnswerLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(error: Error & { code?: string }, request: FastifyRequest): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.log.info('the caller closed the connection')
    else request.log.error({ err: error }, 'a response was cut off')
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

/** Includes its causes, of which the last one usually says what the system administrator has to fix. */
function serializeError(error: Error & { code?: unknown }, depth = 0): object {
  const { name: type, code, message, stack, cause } = error
  const below = cause instanceof Error && depth < 5 ? { cause: serializeError(cause, depth + 1) } : {}
  return { type, code, message, stack, ...below }
}
