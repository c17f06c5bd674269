import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Config } from '../../core/config.ts'

/** What a script may read of a response, besides what it always may. */
const exposed = [
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-range',
  'etag',
  'repr-digest',
  'retry-after',
  'x-request-id',
]

/**
 * Lets pages of `ALLOWED_ORIGINS` use every route except those for service accounts, which are not pages. The matched
 * route decides, so that no spelling of a URL evades the rule. Register it before the routes.
 */
export function registerCors(app: FastifyInstance, { allowedOrigins }: Pick<Config, 'allowedOrigins'>): void {
  if (allowedOrigins.length === 0) return
  const withPreflight = new Set<string>()

  app.addHook('onRoute', ({ url, method, config }) => {
    if (method === 'OPTIONS' || withPreflight.has(url) || !isForPages(config)) return
    withPreflight.add(url)
    app.options(url, { config: { permission: 'public' } }, (_request, reply) => reply.code(204).send())
  })

  app.addHook('onRequest', async ({ method, headers, routeOptions: { config } }, reply) => {
    if (!isForPages(config)) return
    reply.header('vary', 'Origin, Access-Control-Request-Headers')
    const { origin, 'access-control-request-headers': requestHeaders } = headers
    // The response never lists the allowed origins, only the one of the request.
    if (origin === undefined || !allowedOrigins.includes(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': exposed.join(', '),
    })
    if (method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    if (requestHeaders !== undefined) reply.header('access-control-allow-headers', requestHeaders)
  })
}

const isForPages = ({ permission }: FastifyContextConfig = {}) =>
  permission !== undefined && typeof permission !== 'object'
