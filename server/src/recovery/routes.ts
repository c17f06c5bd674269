import { checkRecovery, requestRecovery, resetPassword } from '@health-console/contract/recovery.ts'
import type { FastifyInstance } from 'fastify'
import { recorder } from '../audit/for-request.ts'
import type { Context } from '../context.ts'
import { router } from '../http/route.ts'
import * as requesting from './request-recovery.ts'
import * as resetting from './reset-password.ts'
import { findRecovery } from './store.ts'

export function recoveryRoutes(app: FastifyInstance, context: Context): void {
  const route = router(app, context)

  route(requestRecovery, {
    permission: 'public',
    action: 'recovery.request',
    audit: () => ({ subject: null }),
    handler: async ({ body, request }) => {
      await requesting.requestRecovery(context, body.email, request.ip)
      return undefined
    },
  })

  route(checkRecovery, {
    permission: 'public',
    action: 'recovery.view',
    audit: null,
    handler: async ({ params }) => {
      const admin = await findRecovery(context.db, params.token, context.now())
      if (!admin) throw resetting.deadLink()
      return { data: { email: admin.email } }
    },
  })

  route(resetPassword, {
    permission: 'public',
    action: 'password.reset',
    audit: null,
    handler: async ({ body, request }) => {
      const change = { token: body.id, password: body.password, address: request.ip }
      const adminId = await resetting.resetPassword(context, change)
      await recorder(context, request, adminId)('password.reset', adminId)
      return undefined
    },
  })
}
