import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { shownName } from '@health-console/contract/values/text.ts'
import * as contract from '@health-console/contract/staff/invitations.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import type { FastifyInstance } from 'fastify'
import { findAdminByEmail, lockStaff } from '../admins/store.ts'
import type { Config } from '../../../core/config.ts'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { sendsMail } from '../../../mail/allowance.ts'
import { noFactors } from '../credentials/factors.ts'
import { mayUsePassword } from '../credentials/passwords.ts'
import { beginSession, prepareSession, replacedSession, sendSession } from '../sessions/begin-session.ts'
import { presentSignedIn } from '../sessions/present.ts'
import { acceptInvitation, invitationNotFound, prepareAcceptance } from './accept-invitation.ts'
import { inviteAdmins, type IssuedInvitation, resendInvitations } from './invite-admins.ts'
import { findLink, type InvitationWithMail, listInvitations, withdrawLinks } from './store.ts'

export function invitationRoutes(app: FastifyInstance, context: Context): void {
  const { db, engine, config, now } = context
  const route = router(app, context)

  route(contract.inviteAdmins, {
    permission: 'super_admin',
    anyAdminWith: 'resend',
    action: 'invitation.create',
    why: 'an invitation is lasting access, whatever its role; a resend creates a new link. With MAIL_DELIVERY=off it shows the link',
    uncompressed: 'links of invitations',
    sensitive: true,
    audit: ({ body }, { data }) =>
      data.results.success.flatMap(({ id, url }) => {
        const subjects: AuditSubject[] = [`invitation:${id}`]
        const shown = url === undefined ? [] : [{ subjects, action: 'invitation.show_link' as const }]
        if (!body.resend) return [{ subjects }, ...shown]
        return shown.length > 0 ? shown : [{ subjects, action: 'invitation.resend' as const }]
      }),
    handler: async ({ admin, body, change }) => {
      const emails = body.users.map((user) => user.email)
      const by = { emails, inviter: admin }
      return change(async (transaction) => {
        const invitations = body.resend
          ? await resendInvitations(transaction, context, { ...by, mayShow: admin.role === 'super_admin' })
          : await inviteAdmins(transaction, context, { ...by, role: body.role })
        return { data: { results: { success: invitations.map((issued) => presentInvited(issued, config)) } } }
      })
    },
  })

  route(contract.listInvitations, {
    permission: 'admin',
    action: 'invitation.list',
    why: 'lists staff, without the links',
    audit: (_call, { data }) => ({ subjects: data.map(({ id }) => `invitation:${id}` as const) }),
    handler: async () => ({ data: (await listInvitations(db)).map(presentInvitee) }),
  })

  route(contract.getInvitation, {
    permission: 'public',
    action: 'invitation.view',
    why: 'the link is the proof',
    audit: null,
    handler: async ({ params }) => {
      const invitation = await findLink(db, 'invitations', hashToken(params.id), now())
      if (!invitation) throw invitationNotFound()
      const former = await findAdminByEmail(db, invitation.email)
      const { email } = invitation
      const allowsPassword = mayUsePassword(config, invitation)
      return { data: { email, allowsPassword, ...(former && { fullName: shownName(former.fullName, '') }) } }
    },
  })

  route(contract.acceptInvitation, {
    permission: 'public',
    action: 'invitation.accept',
    why: 'the link is the proof',
    audit: ({ shown }, { data: { user } }) => [
      { subjects: [`admin:${user.id}`], actorId: user.id },
      ...replacedSession(user.id, shown),
    ],
    handler: async (call) => {
      const { body, request, reply, change } = call
      const { inviteId: token, fullName, password } = body
      const passwordHash = await prepareAcceptance(context, { token, fullName, password })
      const session = await prepareSession(context, request)
      call.sessionId = session.id
      const answer = await change(async (transaction) => {
        const admin = await acceptInvitation(transaction, context, { token, fullName, passwordHash })
        await beginSession(transaction, context, admin.id, session)
        call.shown.push(...session.ended)
        return presentSignedIn(config, admin, { ...session, factors: noFactors, isSignOn: false })
      })
      sendSession(config, reply, session)
      return answer
    },
  })

  route(contract.deleteInvitation, {
    permission: 'super_admin',
    action: 'invitation.delete',
    why: 'removes access',
    sensitive: true,
    audit: ({ params }) => ({ subjects: [`invitation:${params.id}`] }),
    handler: async ({ params, change }) =>
      change(async (transaction) => {
        await lockStaff(engine, transaction)
        const isDeleted = await withdrawLinks(transaction, 'invitations', 'id', params.id)
        if (!isDeleted) throw notFound('This invitation no longer exists.')
        return { data: { invite: { id: params.id } } }
      }),
  })
}

function presentInvitee(row: InvitationWithMail): contract.Invitee {
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

function presentInvited({ invitation, url }: IssuedInvitation, config: Config): contract.Invited {
  const { id, email, expiresAtMs } = invitation
  return { id, email, expiresAt: new Date(expiresAtMs).toISOString(), ...(!sendsMail(config) && { url }) }
}
