import type { AvatarColor, Role } from '@health-console/contract/admins.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { sessionCookie } from '../sessions/cookies.ts'
import { touchSession } from '../sessions/store.ts'
import { forbidden, unauthenticated } from './errors.ts'

/** The admin of the request's session, read afresh for every request. */
export type SignedInAdmin = {
  id: string
  email: string
  fullName: string
  role: Exclude<Role, 'user'>
  color: AvatarColor
  createdAtMs: number
  session: { tokenHash: string; expiresAtMs: number }
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

async function findSignedInAdmin(request: FastifyRequest, { db, config, now }: Context) {
  const token = sessionCookie(config).read(request)
  return token === undefined ? undefined : touchSession(db, token, config.sessionIdleMs, now())
}
