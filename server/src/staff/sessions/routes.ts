import { confirmIdentity, getMe, login, logout } from '@health-console/contract/sessions.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError, invalidField } from '../../http/errors.ts'
import { router } from '../../http/route.ts'
import { verifyOwnPassword } from '../passwords/verify-own-password.ts'
import { spendOwnCode } from '../second-factor/spend-code.ts'
import { prepareSession, sendSession } from './begin-session.ts'
import * as confirming from './confirm-identity.ts'
import { deviceCookie, newToken, sessionCookie } from './cookies.ts'
import { presentSignedIn } from './present.ts'
import { checkCredentials, signIn } from './sign-in.ts'
import { deleteSession, hashToken } from './store.ts'
import { attemptCodeInSession, countAttempt, forgiveAttempt } from './throttle.ts'

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
      const answer = await change(async (transaction) => {
        const admin = await signIn(transaction, context, checked, session)
        if (admin instanceof ApiError) return admin
        call.sessionId = session.id
        return presentSignedIn(config, admin, { ...admin, expiresAtMs: session.expiresAtMs })
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
    beforeSecondFactor: true,
    action: 'session.confirm',
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, body, reply, change }) => {
      const { password, code } = body
      const codeAttempt = code === undefined ? undefined : attemptCodeInSession(context, admin.session.tokenHash)
      if (codeAttempt) await countAttempt(context, codeAttempt)
      if (password !== undefined) await verifyOwnPassword(context, admin, { password, field: 'password' })
      const token = newToken()
      await change(async (transaction) => {
        const problem = code === undefined ? undefined : await spendOwnCode(transaction, context, admin, code)
        if (problem !== undefined) return invalidField('code', problem)
        if (codeAttempt) await forgiveAttempt(transaction, context, codeAttempt)
        await confirming.confirmIdentity(transaction, context, admin, token)
        return undefined
      })
      sessionCookie(config).write(reply, token)
      return undefined
    },
  })

  route(getMe, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'session.view',
    audit: null,
    handler: async ({ admin }) => presentSignedIn(config, admin, { ...admin, expiresAtMs: admin.session.expiresAtMs }),
  })
}
