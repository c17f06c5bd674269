import {
  acceptInvitation,
  deleteInvitation,
  getInvitation,
  inviteAdmins,
  listInvitations,
} from '@health-console/contract/invitations.ts'
import type { FastifyInstance } from 'fastify'
import { presentAdmin } from '../admins/present.ts'
import { findAdminByEmail } from '../admins/store.ts'
import { recorder } from '../audit/for-request.ts'
import type { Context } from '../context.ts'
import { forbidden } from '../http/errors.ts'
import { router } from '../http/route.ts'
import { beginSession } from '../sessions/begin-session.ts'
import { presentLimits } from '../sessions/present.ts'
import * as accepting from './accept-invitation.ts'
import * as inviting from './invite-admins.ts'
import { presentInvitee } from './present.ts'
import * as store from './store.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

export function invitationRoutes(app: FastifyInstance, context: Context): void {
  const { db, config, now } = context
  const route = router(app, context)

  route(inviteAdmins, {
    permission: 'admin',
    action: 'invitation.create',
    audit: null,
    handler: async ({ admin, body, request }) => {
      const record = recorder(context, request)
      if (!body.resend && admin.role !== 'super_admin') {
        await record('invitation.create', null, 'denied')
        throw forbidden('Only super admins can invite.')
      }
      const emails = body.users.map((user) => user.email)
      const invitations = body.resend
        ? await inviting.resendInvitations(context, { emails, inviter: admin.fullName })
        : await inviting.inviteAdmins(context, { emails, role: body.role, inviter: admin.fullName })
      const action = body.resend ? 'invitation.resend' : 'invitation.create'
      await Promise.all(invitations.map(({ id }) => record(action, id)))
      const success = invitations.map(({ id, email, expiresAtMs }) => ({
        id,
        email,
        expiresAt: new Date(expiresAtMs).toISOString(),
      }))
      return { data: { results: { success } } }
    },
  })

  route(listInvitations, {
    permission: 'admin',
    action: 'invitation.list',
    audit: () => ({ subject: null }),
    handler: async () => ({ data: (await store.listInvitations(db)).map(presentInvitee) }),
  })

  route(getInvitation, {
    permission: 'public',
    action: 'invitation.view',
    audit: null,
    handler: async ({ params }) => {
      const invitation = await store.findInvitation(db, params.id, now())
      if (!invitation) throw accepting.deadInvitation()
      const former = await findAdminByEmail(db, invitation.email)
      return { data: { email: invitation.email, ...(former && { fullName: former.fullName }) } }
    },
  })

  route(acceptInvitation, {
    permission: 'public',
    action: 'invitation.accept',
    audit: null,
    handler: async ({ body, request, reply }) => {
      const { inviteId: token, fullName, password } = body
      const admin = await accepting.acceptInvitation(context, { token, fullName, password })
      await recorder(context, request, admin.id)('invitation.accept', admin.id)
      const expiresAtMs = await beginSession(context, { adminId: admin.id }, request, reply)
      return { data: { user: presentAdmin(admin), session: presentLimits(config, expiresAtMs) } }
    },
  })

  route(deleteInvitation, {
    permission: 'super_admin',
    action: 'invitation.delete',
    audit: ({ params }) => ({ subject: params.id }),
    handler: async ({ params }) => {
      await withdrawInvitation(context, params.id)
      return { data: { invite: { id: params.id } } }
    },
  })
}
