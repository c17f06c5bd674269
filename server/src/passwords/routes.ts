import { changePassword } from '@health-console/contract/passwords.ts'
import type { FastifyInstance } from 'fastify'
import { recorder } from '../audit/for-request.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { router } from '../http/route.ts'
import * as changing from './change-password.ts'

export function passwordRoutes(app: FastifyInstance, context: Context): void {
  const route = router(app, context)

  route(changePassword, {
    permission: 'admin',
    action: 'password.change',
    audit: null,
    handler: async ({ admin, body, request }) => {
      const record = recorder(context, request)
      try {
        await changing.changePassword(context, admin, body, request.ip)
      } catch (error) {
        if (error instanceof ApiError) await record('password.change', admin.id, 'failed')
        throw error
      }
      await record('password.change', admin.id)
      return undefined
    },
  })
}
