import { confirmEmailChange, requestEmailChange } from '@health-console/contract/email-changes.ts'
import type { FastifyInstance } from 'fastify'
import { recorder } from '../audit/for-request.ts'
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
    handler: async ({ admin, body }) => {
      await requesting.requestEmailChange(context, admin, body.newEmail)
      return undefined
    },
  })

  route(confirmEmailChange, {
    permission: 'public',
    action: 'email_change.confirm',
    audit: null,
    handler: async ({ body, request }) => {
      const session = sessionCookie(context.config).read(request)
      const adminId = await confirming.confirmEmailChange(context, body.id, session && hashToken(session))
      await recorder(context, request, adminId)('email_change.confirm', adminId)
      return undefined
    },
  })
}
