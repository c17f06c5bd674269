import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { useOfHour } from '../throttle/bulk.ts'
import { findAdmins } from '../admins/store.ts'
import { sessionCookie } from './cookies.ts'
import { lockSession, touchSession } from './store.ts'
import { secondFactorStateOf } from '../credentials/factors.ts'
import { requireSuperAdmin } from '../../../http/requests/caller.ts'
import { ApiError, noSession, unauthenticated } from '../../../http/errors.ts'

/** Checks the permission that every route must declare, before the body is read. */
export function registerSessions(app: FastifyInstance, context: Context): void {
  app.decorateRequest('admin', undefined)
  app.decorateRequest('lockSession', async function (transaction) {
    if (!this.admin) return
    await lockSession(transaction, this.admin.session.tokenHash)
    // Single sign-on may have lowered the role since the request began, without ending the session.
    if (this.routeOptions.config.permission !== 'super_admin' || this.admin.role !== 'super_admin') return
    const [admin] = await findAdmins(transaction, [this.admin.id])
    if (admin) requireSuperAdmin(admin)
  })

  app.decorateRequest('useOfHour', async function (shown) {
    return this.admin && useOfHour(context, this.admin, shown)
  })

  app.addHook('onRoute', ({ config, url, method }) => {
    if (config?.permission === undefined) throw new Error(`${String(method)} ${url} states no permission`)
  })

  app.addHook('onRequest', async (request) => {
    const permission = request.routeOptions.config.permission ?? 'public'
    if (permission === 'public' || typeof permission === 'object') return
    request.admin = await findSignedInAdmin(request, context)
    if (!request.admin && sessionCookie(context.config).read(request) === undefined)
      throw noSession(request.headers.authorization !== undefined)
    if (!request.admin) throw unauthenticated()
    const isLacking = secondFactorStateOf(context.config, { ...request.admin, ...request.admin.session }) === 'required'
    const { anyAdminWith, beforeSecondFactor } = request.routeOptions.config
    if (isLacking && !beforeSecondFactor)
      throw new ApiError('second_factor_required', 'Your role requires two-step sign-in. Set it up first.')
    // With `anyAdminWith`, this is decided once the body is read.
    if (permission === 'super_admin' && anyAdminWith === undefined) requireSuperAdmin(request.admin)
  })
}

/** The admin of the session in the browser's cookie, if it is open. */
export async function findSignedInAdmin(request: FastifyRequest, { db, config, now }: Context) {
  const token = sessionCookie(config).read(request)
  const isUse = !request.routeOptions.config.isPolled
  return token === undefined
    ? undefined
    : touchSession(db, { token, idleMs: config.sessionIdleMs, nowMs: now(), isUse })
}
