import type { AvatarColor, Role } from '@health-console/contract/admins.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { sessionCookie } from '../sessions/cookies.ts'
import { touchSession } from '../sessions/store.ts'
import { ApiError, forbidden, unauthenticated } from './errors.ts'

/** For how long a sign-in or a confirmed password speaks for sensitive calls. */
const confirmationLifeMs = 10 * 60_000

/** The admin of the request's session, read afresh for every request. */
export type SignedInAdmin = {
  id: string
  email: string
  fullName: string
  role: Exclude<Role, 'user'>
  color: AvatarColor
  createdAtMs: number
  session: { tokenHash: string; expiresAtMs: number; confirmedAtMs: number }
}

declare module 'fastify' {
  interface FastifyRequest {
    admin: SignedInAdmin | undefined
  }
}

/** Every route states its permission; without one it cannot even be declared. Checked before a body is read. */
export function registerSessions(app: FastifyInstance, context: Context): void {
  app.decorateRequest('admin', undefined)

  app.addHook('onRoute', ({ config, url, method }) => {
    if (config?.permission === undefined) throw new Error(`${String(method)} ${url} states no permission`)
  })

  app.addHook('onRequest', async (request) => {
    const permission = request.routeOptions.config.permission ?? 'public'
    if (permission === 'public') return
    request.admin = await findSignedInAdmin(request, context)
    if (!request.admin) throw unauthenticated()
    if (permission === 'super_admin' && request.admin.role !== 'super_admin') {
      throw forbidden('Only super admins can do this.')
    }
  })
}

/** @throws ApiError when this session's sign-in, or the password given since, is too long ago */
export function requireConfirmed(admin: SignedInAdmin | undefined, nowMs: number): void {
  if (admin && nowMs - admin.session.confirmedAtMs <= confirmationLifeMs) return
  throw new ApiError('confirm_identity', 'Confirm your password to go on.')
}

async function findSignedInAdmin(request: FastifyRequest, { db, config, now }: Context) {
  const token = sessionCookie(config).read(request)
  return token === undefined ? undefined : touchSession(db, token, config.sessionIdleMs, now())
}
