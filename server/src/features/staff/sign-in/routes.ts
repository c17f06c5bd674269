import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { confirmIdentity, getMe, login, logout, signInByPasskey } from '@health-console/contract/staff/sessions.ts'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../../core/config.ts'
import type { Context } from '../../../core/context.ts'
import { ApiError } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { prepareSession, replacedSession, sendSession } from '../sessions/begin-session.ts'
import * as confirming from '../sessions/confirm-identity.ts'
import { deviceCookie, passkeyCookie, sessionCookie } from '../sessions/cookies.ts'
import { presentSignedIn } from '../sessions/present.ts'
import { checkCredentials, type Origin, signIn } from './sign-in.ts'
import * as byPasskey from './sign-in-by-passkey.ts'
import { deleteSession } from '../sessions/store.ts'
import { clearAttempt } from '../throttle/throttle.ts'

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context
  const route = router(app, context)
  // If single sign-on is required, a sign-in with any other method is an emergency.
  const emergency = config.signOn?.isOnly ? { action: 'session.emergency_sign_in' as const } : {}
  const signedIn = (actorId: string, ended: AuditSubject[]) => [
    { subjects: [], actorId, ...emergency },
    ...replacedSession(actorId, ended),
  ]

  route(login, {
    permission: 'public',
    action: 'session.sign_in',
    why: 'is the sign-in',
    audit: ({ shown }, { data }) => signedIn(data.user.id, shown),
    handler: async (call) => {
      const { body, request, reply, change } = call
      const origin = originOf(config, request)
      const checked = await checkCredentials(context, body, origin)
      const session = await prepareSession(context, request)
      const answer = await change(async (transaction) => {
        const admin = await signIn(transaction, context, checked, session)
        if (admin instanceof ApiError) {
          if (admin.details.secondFactor?.passkey) passkeyCookie(config).write(reply, origin.browser)
          return admin
        }
        call.sessionId = session.id
        call.shown.push(...session.ended)
        return presentSignedIn(config, admin, { ...admin, ...session, isSignOn: false })
      })
      sendSession(config, reply, session)
      return answer
    },
  })

  route(signInByPasskey, {
    permission: 'public',
    action: 'session.sign_in',
    why: 'is the sign-in',
    audit: ({ shown }, { data }) => signedIn(data.user.id, shown),
    handler: async (call) => {
      const { body, request, reply, change } = call
      const checked = await byPasskey.checkPasskey(context, body.passkey, originOf(config, request))
      const session = await prepareSession(context, request)
      const answer = await change(async (transaction) => {
        const admin = await byPasskey.signInByPasskey(transaction, context, checked, session)
        if (admin instanceof ApiError) return admin
        call.sessionId = session.id
        call.shown.push(...session.ended)
        return presentSignedIn(config, admin, { ...admin, ...session, isSignOn: false })
      })
      sendSession(config, reply, session)
      return answer
    },
  })

  route(logout, {
    permission: 'public',
    action: 'session.sign_out',
    why: "ends one's own session",
    audit: ({ actorId }) => (actorId === null ? [] : { subjects: [] }),
    handler: async (call) => {
      const token = sessionCookie(config).read(call.request)
      if (token !== undefined) {
        await call.change(async (transaction) => {
          const ended = await deleteSession(transaction, hashToken(token))
          call.actorId = ended?.adminId ?? null
          call.sessionId = ended?.id ?? null
        })
      }
      sessionCookie(config).clear(call.reply)
      call.reply.header('clear-site-data', '"cache"')
    },
  })

  route(confirmIdentity, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'session.confirm',
    why: 'is the confirmation',
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, body, reply, change }) => {
      const token = newToken()
      const { attempt, spend } = await confirming.checkConfirmation(context, admin, body)
      await change(async (transaction) => {
        const error = await spend?.(transaction)
        if (error) return error
        if (attempt) await clearAttempt(transaction, context, attempt)
        await confirming.confirmIdentity(transaction, context, admin, token)
      })
      sessionCookie(config).write(reply, token)
    },
  })

  route(getMe, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'session.view',
    why: "shows one's own account",
    audit: null,
    handler: async ({ admin }) => presentSignedIn(config, admin, { ...admin, ...admin.session }),
  })
}

function originOf(config: Config, request: FastifyRequest): Origin {
  const browser = passkeyCookie(config).read(request) ?? newToken()
  return { ip: request.ip, deviceToken: deviceCookie(config).read(request), browser }
}
