import * as contract from '@health-console/contract/staff/own-sessions.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { router } from '../../../http/requests/route.ts'
import { getStaff } from '../admins/store.ts'
import { deviceCookie } from './cookies.ts'
import { distrustDevicesOf } from './devices.ts'
import { endSession, listOpenSessions } from './open-sessions.ts'
import { deleteSessionsOf } from './store.ts'

/** The routes with which admins list and end their own sessions, and super admins those of others. */
export function openSessionRoutes(app: FastifyInstance, context: Context): void {
  const route = router(app, context)

  route(contract.listOwnSessions, {
    permission: 'admin',
    action: 'session.list',
    why: "shows one's own account",
    audit: null,
    handler: async ({ admin }) => ({
      data: { sessions: await listOpenSessions(context, admin.id, admin.session.id) },
    }),
  })

  route(contract.endOwnSession, {
    permission: 'admin',
    action: 'session.end',
    why: 'would lock the owner out elsewhere',
    sensitive: true,
    audit: ({ admin, params }) => ({ subjects: [`admin:${admin.id}`, `session:${params.sessionId}`] }),
    handler: async ({ admin, params: { sessionId }, change }) =>
      change((transaction) => endSession(transaction, { adminId: admin.id, sessionId }, admin.session.id)),
  })

  route(contract.endOtherSessions, {
    permission: 'admin',
    action: 'session.end_others',
    why: 'would lock the owner out elsewhere',
    sensitive: true,
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, request, change }) =>
      change(async (transaction) => {
        await distrustDevicesOf(transaction, admin.id, deviceCookie(context.config).read(request))
        await deleteSessionsOf(transaction, admin.id, admin.session.tokenHash)
      }),
  })

  route(contract.listSessionsOf, {
    permission: 'super_admin',
    action: 'admin.list_sessions',
    why: 'shows browsers and IP addresses, no secret',
    audit: ({ params }) => ({ subjects: [`admin:${params.id}`] }),
    handler: async ({ admin, params }) => {
      await getStaff(context.db, params.id)
      return { data: { sessions: await listOpenSessions(context, params.id, admin.session.id) } }
    },
  })

  route(contract.endSessionOf, {
    permission: 'super_admin',
    action: 'admin.end_session',
    why: 'ends a session of another admin',
    sensitive: true,
    audit: ({ params }) => ({ subjects: [`admin:${params.id}`, `session:${params.sessionId}`] }),
    handler: async ({ admin, params: { id, sessionId }, change }) =>
      change((transaction) => endSession(transaction, { adminId: id, sessionId }, admin.session.id)),
  })

  route(contract.endSessionsOf, {
    permission: 'super_admin',
    action: 'admin.end_sessions',
    why: 'ends the sessions of another admin',
    sensitive: true,
    audit: ({ params }) => ({ subjects: [`admin:${params.id}`] }),
    handler: async ({ admin, params, change }) =>
      change(async (transaction) => {
        await getStaff(transaction, params.id)
        if (params.id !== admin.id) await distrustDevicesOf(transaction, params.id)
        await deleteSessionsOf(transaction, params.id, admin.session.tokenHash)
      }),
  })
}
