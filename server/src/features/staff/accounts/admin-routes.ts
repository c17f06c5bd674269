import { listAdmins, revokeAccess, updateMe } from '@health-console/contract/staff/admins.ts'
import { changePassword } from '@health-console/contract/staff/passwords.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { router } from '../../../http/requests/route.ts'
import { findLastSignIns } from '../admins/last-sign-in.ts'
import { presentAdmin, presentTime } from '../admins/present.ts'
import * as changing from './change-password.ts'
import * as removal from './remove-access.ts'
import * as store from '../admins/store.ts'

export function adminRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const route = router(app, context)

  route(listAdmins, {
    permission: 'admin',
    action: 'admin.list',
    why: 'lists staff, whom every admin may see',
    audit: (_call, { data }) => ({ subjects: data.admins.map(({ id }) => `admin:${id}` as const) }),
    handler: async ({ admin: caller }) => {
      const admins = await store.listAdmins(db)
      if (caller.role !== 'super_admin') return { data: { admins: admins.map(presentAdmin) } }
      const ids = admins.map(({ id }) => id)
      const lastSignIns = await findLastSignIns(db, ids)
      return {
        data: {
          admins: admins.map((admin) => ({
            ...presentAdmin(admin),
            lastSignInAt: presentTime(lastSignIns.get(admin.id)),
          })),
        },
      }
    },
  })

  route(updateMe, {
    permission: 'admin',
    action: 'admin.rename',
    why: 'changes only your own display name',
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, body, change }) =>
      change(async (transaction) => ({
        data: { user: presentAdmin(await store.updateFullName(transaction, admin.id, body.fullName)) },
      })),
  })

  route(changePassword, {
    permission: 'admin',
    action: 'password.change',
    why: 'requires the password itself',
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, body, change }) => {
      const prepared = await changing.preparePasswordChange(context, admin, body)
      return change((transaction) => changing.changePassword(transaction, context, admin, prepared))
    },
  })

  route(revokeAccess, {
    permission: 'super_admin',
    action: 'admin.revoke',
    why: 'revokes access',
    sensitive: true,
    audit: ({ body }) => [...new Set(body.userIds)].map((id) => ({ subjects: [`admin:${id}`] })),
    handler: async ({ admin, body, change }) =>
      change((transaction) => removal.revokeAccess(transaction, context, body.userIds, admin.id)),
  })
}
