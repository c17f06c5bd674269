import type { FastifyInstance } from 'fastify'
import { ApiError, noSuchUrl } from '../errors.ts'
import { wantsPage } from '../web/page.ts'

/**
 * Rejects a request for an unknown path, or with a method that the path does not have, before its body is read. The
 * methods that it has are in `Allow`. Register it before the routes.
 */
export function registerKnownMethods(app: FastifyInstance): void {
  const methods = new Map<string, { path: RegExp; allowed: Set<string> }>()

  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? { path: patternOf(url), allowed: new Set() }
    for (const each of [method].flat()) known.allowed.add(each)
    methods.set(url, known)
  })

  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404 || wantsPage(request.raw, request.url)) return
    const path = request.url.replace(/[?#].*/s, '')
    const allowed = [...methods.values()]
      .filter((known) => known.path.test(path))
      .flatMap((known) => [...known.allowed])
    if (allowed.length === 0) throw noSuchUrl()
    const list = [...new Set(allowed)].sort().join(', ')
    reply.header('allow', list)
    throw new ApiError('method_not_allowed', `This URL does not have the method ${request.method}. It has ${list}.`)
  })
}

/** The paths of a route in Fastify's notation: `/v1/users/:id` and `/assets/*`. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : RegExp.escape(part)
  })
  return new RegExp(`^${parts.join('/')}$`)
}
