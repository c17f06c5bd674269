import { confirmEmailChange, requestEmailChange } from '@health-console/contract/email-changes.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { router } from '../http/route.ts'
import { sessionCookie } from '../sessions/cookies.ts'
import { hashToken } from '../sessions/store.ts'
import * as confirming from './confirm-email-change.ts'
import * as requesting from './request-email-change.ts'

export function emailChangeRoutes(app: FastifyInstance, context: Context): void {
  const route = router(app, context)

  route(requestEmailChange, {
    permission: 'admin',
    action: 'email_change.request',
    audit: ({ admin }) => ({ subject: admin.id }),
    handler: async ({ admin, body, change }) =>
      change(async (transaction) => {
        await requesting.requestEmailChange(transaction, context, admin, body.newEmail)
        return undefined
      }),
  })

  route(confirmEmailChange, {
    permission: 'public',
    action: 'email_change.confirm',
    audit: ({ actorId }) => ({ subject: actorId }),
    handler: async (call) => {
      const session = sessionCookie(context.config).read(call.request)
      return call.change(async (transaction) => {
        const change = await confirming.spendEmailChange(transaction, context, call.body.id)
        call.actorId = change.admin.id
        return confirming.makeEmailChange(transaction, context, change, session && hashToken(session))
      })
    },
  })
}
