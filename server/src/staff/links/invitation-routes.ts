import type { AuditSubject } from '@health-console/contract/audit-actions.ts'
import { shownName } from '@health-console/contract/text.ts'
import {
  type Invited,
  type Invitee,
  acceptInvitation,
  deleteInvitation,
  getInvitation,
  inviteAdmins,
  listInvitations,
} from '@health-console/contract/invitations.ts'
import { hashToken } from '../../crypto/token.ts'
import type { FastifyInstance } from 'fastify'
import { findAdminByEmail, lockStaff } from '../people/store.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { forbidden, notFound } from '../../http/errors.ts'
import { router } from '../../http/route.ts'
import { sendsMail } from '../../mail/allowance.ts'
import { noFactors } from '../credentials/factors.ts'
import { mayUsePassword } from '../credentials/passwords.ts'
import { beginSession, prepareSession, sendSession } from '../sessions/begin-session.ts'
import { presentSignedIn } from '../sessions/present.ts'
import * as accepting from './accept-invitation.ts'
import * as inviting from './invite-admins.ts'
import { findLink, type InvitationWithMail, listInvitations as findInvitations, withdrawLinks } from './store.ts'

export function invitationRoutes(app: FastifyInstance, context: Context): void {
  const { db, engine, config, now } = context
  const route = router(app, context)

  route(inviteAdmins, {
    permission: 'admin',
    action: 'invitation.create',
    sensitive: true,
    audit: ({ body }, { data }) =>
      data.results.success.flatMap(({ id, url }) => {
        const subjects: AuditSubject[] = [`invitation:${id}`]
        const shown = url === undefined ? [] : [{ subjects, action: 'invitation.show_link' as const }]
        if (!body.resend) return [{ subjects }, ...shown]
        return shown.length > 0 ? shown : [{ subjects, action: 'invitation.resend' as const }]
      }),
    handler: async ({ admin, body, change }) => {
      if (!body.resend && admin.role !== 'super_admin') throw forbidden('Only super admins can invite.')
      const emails = body.users.map((user) => user.email)
      const by = { emails, inviter: admin }
      return change(async (transaction) => {
        const invitations = body.resend
          ? await inviting.resendInvitations(transaction, context, { ...by, mayShow: admin.role === 'super_admin' })
          : await inviting.inviteAdmins(transaction, context, { ...by, role: body.role })
        return { data: { results: { success: invitations.map((issued) => presentInvited(issued, config)) } } }
      })
    },
  })

  route(listInvitations, {
    permission: 'admin',
    action: 'invitation.list',
    audit: (_call, { data }) => ({ subjects: data.map(({ id }) => `invitation:${id}` as const) }),
    handler: async () => ({ data: (await findInvitations(db)).map(presentInvitee) }),
  })

  route(getInvitation, {
    permission: 'public',
    action: 'invitation.view',
    audit: null,
    handler: async ({ params }) => {
      const invitation = await findLink(db, 'invitations', hashToken(params.id), now())
      if (!invitation) throw accepting.invitationNotFound()
      const former = await findAdminByEmail(db, invitation.email)
      const { email } = invitation
      const allowsPassword = mayUsePassword(config, invitation)
      return { data: { email, allowsPassword, ...(former && { fullName: shownName(former.fullName, '') }) } }
    },
  })

  route(acceptInvitation, {
    permission: 'public',
    action: 'invitation.accept',
    audit: (_call, { data }) => ({ subjects: [`admin:${data.user.id}`], actorId: data.user.id }),
    handler: async (call) => {
      const { body, request, reply, change } = call
      const { inviteId: token, fullName, password } = body
      const passwordHash = await accepting.prepareAcceptance(context, { token, fullName, password })
      const session = await prepareSession(context, request)
      call.sessionId = session.id
      const answer = await change(async (transaction) => {
        const admin = await accepting.acceptInvitation(transaction, context, { token, fullName, passwordHash })
        await beginSession(transaction, admin.id, session)
        return presentSignedIn(config, admin, { ...session, factors: noFactors, isSignOn: false })
      })
      sendSession(config, reply, session)
      return answer
    },
  })

  route(deleteInvitation, {
    permission: 'super_admin',
    action: 'invitation.delete',
    sensitive: true,
    audit: ({ params }) => ({ subjects: [`invitation:${params.id}`] }),
    handler: async ({ params, change }) =>
      change(async (transaction) => {
        await lockStaff(engine, transaction)
        const isDeleted = await withdrawLinks(transaction, 'invitations', 'id', params.id)
        if (!isDeleted) throw notFound('There is no such invitation any more.')
        return { data: { invite: { id: params.id } } }
      }),
  })
}

export function presentInvitee(row: InvitationWithMail): Invitee {
  return {
    id: row.id,
    email: row.email,
    fullName: '',
    role: row.role,
    color: 'butter-honey',
    createdAt: new Date(row.createdAtMs).toISOString(),
    expiresAt: new Date(row.expiresAtMs).toISOString(),
    delivery: row.mailState ?? 'sent',
  }
}

function presentInvited({ invitation, url }: inviting.IssuedInvitation, config: Config): Invited {
  const { id, email, expiresAtMs } = invitation
  return { id, email, expiresAt: new Date(expiresAtMs).toISOString(), ...(!sendsMail(config) && { url }) }
}
