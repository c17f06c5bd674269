import * as contract from '@health-console/contract/staff/sign-on.ts'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { ApiError } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { prepareSession, replacedSession, sendSession } from '../sessions/begin-session.ts'
import { passkeyCookie, sessionCookie } from '../sessions/cookies.ts'
import { presentSignedIn } from '../sessions/present.ts'
import { beginSignOn } from '../sign-on/begin-sign-on.ts'
import { type CheckedAnswer, checkAnswer, readAnswer } from '../sign-on/check-answer.ts'
import {
  checkOwnStep,
  confirmByProvider,
  getConfirmedSession,
  limitSession,
  signInByProvider,
} from './sign-in-by-provider.ts'
import { keepNext } from '../sign-on/provider-errors.ts'

export function signOnRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context
  const route = router(app, context)

  route(contract.beginSignOn, {
    permission: 'public',
    action: 'session.sign_on_begin',
    why: 'begins the sign-in',
    uncompressed: 'the state of a sign-on',
    audit: null,
    handler: async ({ body: { next = '', inviteId, again = false }, request, reply }) => {
      const invitationHash = inviteId === undefined ? null : hashToken(inviteId)
      const begin = { purpose: { next, invitationHash, confirms: null }, promptsAgain: again }
      return { data: { url: await beginSignOn(context, request, reply, begin) } }
    },
  })

  route(contract.confirmBySignOn, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'session.confirm_begin',
    why: 'begins the confirmation',
    uncompressed: 'the state of a sign-on',
    audit: null,
    handler: async ({ admin, request, reply }) => {
      const confirms = { sessionId: admin.session.id, adminId: admin.id }
      const purpose = { next: '', invitationHash: null, confirms }
      const url = await beginSignOn(context, request, reply, { purpose, promptsAgain: true, email: admin.email })
      return { data: { url } }
    },
  })

  route(contract.finishSignOn, {
    permission: 'public',
    action: 'session.sign_on',
    why: 'is the sign-in or the confirmation',
    audit: ({ shown }, { data }) => {
      const actorId = data.user.id
      if (data.purpose === 'sign_in') return [{ subjects: [], actorId }, ...replacedSession(actorId, shown)]
      return { subjects: [`admin:${actorId}`], actorId, action: 'session.confirm' }
    },
    handler: async (call) => {
      const { body, request, reply, change } = call
      const answer = await readAnswer(context, request, body.answer)
      const { next, confirms } = answer.flow.purpose

      async function confirm(checked: CheckedAnswer) {
        const admin = await getConfirmedSession(context, request, checked)
        call.sessionId = admin.session.id
        const token = newToken()
        const confirmed = await change(async (transaction) => {
          await confirmByProvider(transaction, context, admin, checked, token)
          const { data } = presentSignedIn(config, admin, { ...admin, ...admin.session })
          return { data: { ...data, purpose: 'confirm', next } }
        })
        sessionCookie(config).write(reply, token)
        return confirmed
      }

      async function signIn(checked: CheckedAnswer) {
        const second = await checkOwnStep(context, request, checked, body)
        const session = limitSession(await prepareSession(context, request), checked)
        const signedIn = await change(async (transaction) => {
          const admin = await signInByProvider(transaction, context, request, checked, second, session)
          if (admin instanceof ApiError) {
            if (admin.details.secondFactor?.passkey) passkeyCookie(config).write(reply, second.browser)
            return admin
          }
          call.sessionId = session.id
          call.shown.push(...session.ended)
          const { data } = presentSignedIn(config, admin, { ...admin, ...session, isSignOn: true })
          return { data: { ...data, purpose: 'sign_in', next } }
        })
        sendSession(config, reply, session)
        return signedIn
      }

      return keepNext(next, async () => {
        const checked = await checkAnswer(context, request, answer)
        return confirms ? confirm(checked) : signIn(checked)
      })
    },
  })
}
