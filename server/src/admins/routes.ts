import { listAdmins, revokeAccess, updateMe } from '@health-console/contract/admins.ts'
import type { FastifyInstance } from 'fastify'
import { recorder } from '../audit/for-request.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { router } from '../http/route.ts'
import { presentAdmin } from './present.ts'
import * as removal from './remove-access.ts'
import * as store from './store.ts'

export function adminRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const route = router(app, context)

  route(listAdmins, {
    permission: 'admin',
    audit: () => ({ action: 'admin.list', subject: null }),
    handler: async () => ({ data: { admins: (await store.listAdmins(db)).map(presentAdmin) } }),
  })

  route(updateMe, {
    permission: 'admin',
    audit: ({ admin }) => ({ action: 'admin.rename', subject: admin.id }),
    handler: async ({ admin, body }) => ({
      data: { user: presentAdmin(await store.updateFullName(db, admin.id, body.fullName)) },
    }),
  })

  route(revokeAccess, {
    permission: 'super_admin',
    handler: async ({ admin, body, request }) => {
      const record = recorder(context, request)
      try {
        const revoked = await removal.revokeAccess(context, body.userIds, admin.id)
        await Promise.all(revoked.map((id) => record('admin.revoke', id)))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'forbidden') await record('admin.revoke', null, 'denied')
        throw error
      }
      return undefined
    },
  })
}
