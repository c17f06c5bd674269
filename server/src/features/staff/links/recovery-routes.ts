import { checkRecovery, requestRecovery, resetPassword } from '@health-console/contract/staff/recovery.ts'
import type { FastifyInstance } from 'fastify'
import { createGroupedLog } from '../../../core/audit/grouped-log.ts'
import type { Context } from '../../../core/context.ts'
import { sourceOf } from '../../../http/requests/rejections.ts'
import { router } from '../../../http/requests/route.ts'
import { deviceCookie } from '../sessions/cookies.ts'
import { deviceTokenOf } from '../sessions/devices.ts'
import * as requesting from './request-recovery.ts'
import * as resetting from './reset-password.ts'

export function recoveryRoutes(app: FastifyInstance, context: Context): void {
  const route = router(app, context)
  const requests = createGroupedLog(context.audit, app.log)
  app.addHook('onClose', () => requests.flush())

  route(requestRecovery, {
    permission: 'public',
    action: 'recovery.request',
    why: 'public; the same response for everyone',
    // Anyone can send many of these, so they are logged in groups.
    audit: null,
    handler: async ({ body, request, change }) =>
      change(async (transaction) => {
        await requesting.requestRecovery(transaction, context, body.email, request.ip)
        await requests.add(
          { ...sourceOf(request), action: 'recovery.request', subjects: [], outcome: 'ok' },
          (entries) => context.audit.append(transaction, entries),
        )
      }),
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
