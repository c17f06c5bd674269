import { confirmIdentity, getMe, login, logout } from '@health-console/contract/sessions.ts'
import type { FastifyInstance } from 'fastify'
import { presentAdmin } from '../admins/present.ts'
import type { Context } from '../context.ts'
import { sourceOf } from '../http/refusals.ts'
import { router } from '../http/route.ts'
import { verifyOwnPassword } from '../passwords/verify-own-password.ts'
import { beginSession } from './begin-session.ts'
import * as confirming from './confirm-identity.ts'
import { deviceCookie, newToken, sessionCookie } from './cookies.ts'
import { presentLimits } from './present.ts'
import { signIn } from './sign-in.ts'
import { deleteSession, hashToken } from './store.ts'

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, audit } = context
  const route = router(app, context)

  route(login, {
    permission: 'public',
    action: 'session.sign_in',
    audit: (_call, { data }) => ({ subject: null, actorId: data.user.id }),
    handler: async ({ body, request, reply }) => {
      const origin = { address: request.ip, deviceToken: deviceCookie(config).read(request) }
      const { admin, knownDevice } = await signIn(context, body, origin)
      const expiresAtMs = await beginSession(context, { adminId: admin.id, knownDevice }, request, reply)
      return { data: { user: presentAdmin(admin), session: presentLimits(config, expiresAtMs) } }
    },
  })

  route(logout, {
    permission: 'public',
    action: 'session.sign_out',
    audit: null,
    handler: async ({ request, reply }) => {
      const token = sessionCookie(config).read(request)
      const adminId = token === undefined ? undefined : await deleteSession(db, hashToken(token))
      if (adminId !== undefined) {
        await audit.record([
          { ...sourceOf(request), action: 'session.sign_out', subject: null, outcome: 'ok', actorId: adminId },
        ])
      }
      sessionCookie(config).clear(reply)
      reply.header('clear-site-data', '"cache"')
      return undefined
    },
  })

  route(confirmIdentity, {
    permission: 'admin',
    action: 'session.confirm',
    audit: ({ admin }) => ({ subject: admin.id }),
    handler: async ({ admin, body, request, reply, change }) => {
      await verifyOwnPassword(context, admin, { password: body.password, field: 'password', address: request.ip })
      const token = newToken()
      await change(async (transaction) => {
        await confirming.confirmIdentity(transaction, context, admin, token)
        return undefined
      })
      sessionCookie(config).write(reply, token)
      return undefined
    },
  })

  route(getMe, {
    permission: 'admin',
    action: 'session.view',
    audit: null,
    handler: async ({ admin }) => ({
      data: { user: presentAdmin(admin), session: presentLimits(config, admin.session.expiresAtMs) },
    }),
  })
}
