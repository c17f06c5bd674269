import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../core/config.ts'
import { isLoopback } from '../../core/settings/loopback.ts'
import { ApiError } from '../errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects changes that another site makes a browser send (CSRF), and reads, because what they show is logged and counted
 * for the admin. A caller that sends neither `Origin` nor `Sec-Fetch-Site` is not a browser, so no site can make it send
 * the cookies of others.
 */
export function registerOriginCheck(app: FastifyInstance, config: Config): void {
  const own = ownOrigins(config.publicUrl)
  const allowed = new Set(config.allowedOrigins)

  app.addHook('onRequest', async (request) => {
    const { signed, permission, page } = request.routeOptions.config
    if (signed) return
    const isRead = safeMethods.has(request.method)
    const isOfSession = permission === 'admin' || permission === 'super_admin'
    // Links elsewhere may lead to downloads that have a page.
    if (isRead && (!isOfSession || page !== undefined)) return
    if (!isAllowed(request, own, allowed, isRead))
      throw new ApiError('foreign_origin', 'The request comes from another site.')
  })
}

/** @param isRead whether someone may enter its URL in the address bar */
function isAllowed({ headers }: FastifyRequest, own: Set<string>, allowed: Set<string>, isRead: boolean): boolean {
  const origin = headers.origin
  const site = headers['sec-fetch-site']
  if (origin === undefined) return site === undefined || site === 'same-origin' || (isRead && site === 'none')
  if (allowed.has(origin)) return true
  return own.has(origin) && (site === undefined || site === 'same-origin')
}

/** The console's own origin, and its other names on a developer's machine. */
function ownOrigins(publicUrl: string): Set<string> {
  const url = new URL(publicUrl)
  if (!isLoopback(url.hostname)) return new Set([publicUrl])
  const port = url.port ? `:${url.port}` : ''
  return new Set([publicUrl, ...['localhost', '127.0.0.1', '[::1]'].map((host) => `${url.protocol}//${host}${port}`)])
}

/**
 * The origin under which the caller reached the console: one of its names on this machine, otherwise `PUBLIC_URL`. A
 * page may send requests only to the origin it was loaded from.
 */
export function ownOrigin({ headers }: FastifyRequest, { publicUrl }: Config): string {
  const requested = `${new URL(publicUrl).protocol}//${headers.host ?? ''}`
  return ownOrigins(publicUrl).has(requested) ? requested : publicUrl
}
