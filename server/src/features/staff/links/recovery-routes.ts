import { checkRecovery, requestRecovery, resetPassword } from '@health-console/contract/recovery.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { router } from '../../../http/route.ts'
import { deviceCookie } from '../sessions/cookies.ts'
import { deviceTokenOf } from '../sessions/devices.ts'
import * as requesting from './request-recovery.ts'
import * as resetting from './reset-password.ts'

export function recoveryRoutes(app: FastifyInstance, context: Context): void {
  const route = router(app, context)

  route(requestRecovery, {
    permission: 'public',
    action: 'recovery.request',
    why: 'public; the same response for everyone',
    audit: () => ({ subjects: [] }),
    handler: async ({ body, request, change }) =>
      change((transaction) => requesting.requestRecovery(transaction, context, body.email, request.ip)),
  })

  route(checkRecovery, {
    permission: 'public',
    action: 'recovery.view',
    why: 'the link is the proof',
    audit: null,
    handler: async ({ params }) => {
      const { email } = await resetting.getRecovering(context, params.token)
      return { data: { email } }
    },
  })

  route(resetPassword, {
    permission: 'public',
    action: 'password.reset',
    why: 'the link is the proof',
    audit: ({ actorId }) => ({ subjects: [`admin:${actorId}`] }),
    handler: async (call) => {
      const { body, request, reply } = call
      const reset = await resetting.prepareReset(context, body.id, body.password)
      call.actorId = reset.admin.id
      const deviceToken = await deviceTokenOf(context, request)
      await call.change((transaction) =>
        resetting.resetPassword(transaction, context, reset, { ip: request.ip, deviceToken }),
      )
      deviceCookie(context.config).write(reply, deviceToken)
    },
  })
}
