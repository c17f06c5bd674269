import { changePassword } from '@health-console/contract/passwords.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { router } from '../../http/route.ts'
import * as changing from './change-password.ts'

export function passwordRoutes(app: FastifyInstance, context: Context): void {
  const route = router(app, context)

  route(changePassword, {
    permission: 'admin',
    action: 'password.change',
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, body, change }) => {
      const prepared = await changing.preparePasswordChange(context, admin, body)
      return change((transaction) => changing.changePassword(transaction, context, admin, prepared))
    },
  })
}
