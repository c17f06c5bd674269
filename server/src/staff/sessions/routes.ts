import { confirmIdentity, getMe, login, logout } from '@health-console/contract/sessions.ts'
import type { FastifyInstance } from 'fastify'
import { presentAdmin } from '../admins/present.ts'
import type { Context } from '../../context.ts'
import { router } from '../../http/route.ts'
import { verifyOwnPassword } from '../passwords/verify-own-password.ts'
import { prepareSession, sendSession } from './begin-session.ts'
import * as confirming from './confirm-identity.ts'
import { deviceCookie, newToken, sessionCookie } from './cookies.ts'
import { presentLimits } from './present.ts'
import { checkCredentials, signIn } from './sign-in.ts'
import { deleteSession, hashToken } from './store.ts'

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context
  const route = router(app, context)

  route(login, {
    permission: 'public',
    action: 'session.sign_in',
    audit: (_call, { data }) => ({ subjects: [], actorId: data.user.id }),
    handler: async (call) => {
      const { body, request, reply, change } = call
      const origin = { address: request.ip, deviceToken: deviceCookie(config).read(request) }
      const checked = await checkCredentials(context, body, origin)
      const session = await prepareSession(context, request)
      call.sessionId = session.id
      const answer = await change(async (transaction) => {
        const admin = await signIn(transaction, context, checked, session)
        return { data: { user: presentAdmin(admin), session: presentLimits(config, session.expiresAtMs) } }
      })
      sendSession(config, reply, session)
      return answer
    },
  })

  route(logout, {
    permission: 'public',
    action: 'session.sign_out',
    audit: ({ actorId }) => (actorId === null ? [] : { subjects: [] }),
    handler: async (call) => {
      const token = sessionCookie(config).read(call.request)
      if (token !== undefined) {
        await call.change(async (transaction) => {
          const ended = await deleteSession(transaction, hashToken(token))
          call.actorId = ended?.adminId ?? null
          call.sessionId = ended?.id ?? null
          return undefined
        })
      }
      sessionCookie(config).clear(call.reply)
      call.reply.header('clear-site-data', '"cache"')
      return undefined
    },
  })

  route(confirmIdentity, {
    permission: 'admin',
    action: 'session.confirm',
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, body, reply, change }) => {
      await verifyOwnPassword(context, admin, { password: body.password, field: 'password' })
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
