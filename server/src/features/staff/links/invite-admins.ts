import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import { randomUUIDv7 } from 'node:crypto'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import { emailKeyOf } from '@health-console/contract/values/text.ts'
import type { InviteRole } from '@health-console/contract/staff/invitations.ts'
import { findAdminsByEmail, lockStaff } from '../admins/store.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { InvitationsTable } from '../../../core/database/tables/links.ts'
import { conflict, invalid, notFound } from '../../../http/errors.ts'
import { mailsTo, noMail, requireMail, sendsMail } from '../../../mail/allowance.ts'
import { enqueueMail, withdrawMail } from '../../../mail/outbox.ts'
import { invitationMail } from '../../../mail/templates/invitation.ts'
import { lifeMsOf } from './lifetimes.ts'
import { findInvitationsTo, saveInvitation } from './store.ts'

type Inviter = { id: string; fullName: string }

/** Invites all or none, in this order. If an address is already invited, it gets a new link and this role. */
export async function inviteAdmins(
  transaction: Transaction,
  context: Context,
  { emails, role, inviter }: { emails: string[]; role: InviteRole; inviter: Inviter },
): Promise<IssuedInvitation[]> {
  rejectRepeated(emails)
  await lockStaff(context.engine, transaction)
  await rejectAdmins(transaction, emails)
  const pending = await pendingByEmail(transaction, emails)
  const via = deliveryFor(context, inviter.fullName)
  const invited: IssuedInvitation[] = []
  const nowMs = context.now()
  for (const [index, email] of emails.entries()) {
    // The times are one millisecond apart, so that the list is in the same order.
    const known = { email, role, inviterId: inviter.id, pending: pending.get(emailKeyOf(email)) }
    const invitation = { ...known, createdAtMs: nowMs + index }
    invited.push(await issueWithinLimit(transaction, context, invitation, via))
  }
  return invited
}

/**
 * Creates new links for all these invitations, or for none if an email address has reached its limit. If the console
 * sends no email, the links are shown to the caller, who must be a super admin.
 */
export async function resendInvitations(
  transaction: Transaction,
  context: Context,
  { emails, inviter, mayShow }: { emails: string[]; inviter: Inviter; mayShow: boolean },
): Promise<IssuedInvitation[]> {
  const via = deliveryFor(context, inviter.fullName)
  if (via === 'caller' && !mayShow) throw noMail('Ask a super admin for a new link.')
  rejectRepeated(emails)
  await lockStaff(context.engine, transaction)
  const pending = await pendingByEmail(transaction, emails)
  const found = emails.map((email) => {
    const invitation = pending.get(emailKeyOf(email))
    if (!invitation) throw notFound(`The invitation to ${shownEmail(email)} no longer exists.`)
    return invitation
  })
  const resent: IssuedInvitation[] = []
  for (const invitation of found) {
    const { email, role, createdAtMs } = invitation
    const renewed = { email, role, inviterId: inviter.id, createdAtMs, pending: invitation }
    resent.push(await issueWithinLimit(transaction, context, renewed, via))
  }
  return resent
}

export type IssuedInvitation = { invitation: InvitationsTable; url: string }

/** How a link is delivered: by email in the name of the inviter, or by the caller, who is shown it. */
type Delivery = { inviter: string } | 'caller'

const deliveryFor = ({ config }: Context, inviter: string): Delivery => (sendsMail(config) ? { inviter } : 'caller')

type ToIssue = Pick<InvitationsTable, 'email' | 'role' | 'inviterId' | 'createdAtMs'> & {
  pending: InvitationsTable | undefined
}

/** @throws ApiError if an hour's emails to this address are used up, whether they invited, renewed or invited again */
async function issueWithinLimit(
  transaction: Transaction,
  context: Context,
  invitation: ToIssue,
  via: Delivery,
): Promise<IssuedInvitation> {
  const { email } = invitation
  const sentence = `The invitation to ${shownEmail(email)} was sent 3 times within an hour.`
  if (via !== 'caller') await requireMail(transaction, context, [mailsTo(emailKeyOf(email), 'invitation')], sentence)
  return issueInvitation(transaction, context, invitation, via)
}

/** Writes an invitation with a new secret. */
export async function issueInvitation(
  transaction: Transaction,
  context: Context,
  { email, role, inviterId, createdAtMs, pending }: ToIssue,
  via: Delivery,
): Promise<IssuedInvitation> {
  const { config, now } = context
  const token = newToken()
  const url = `${config.publicUrl}/invites?id=${token}`
  const expiresAtMs = now() + lifeMsOf.invitations
  if (pending) await withdrawMail(transaction, pending.mailId)
  const mailId =
    via === 'caller'
      ? null
      : await enqueueMail(transaction, context, {
          kind: 'invitation',
          recipient: email,
          content: invitationMail(config, { inviter: via.inviter, role, url, expiresAtMs }),
          uselessFromMs: expiresAtMs,
        })
  const invitation = {
    id: pending?.id ?? randomUUIDv7(),
    email,
    emailKey: emailKeyOf(email),
    role,
    inviterId,
    tokenHash: hashToken(token),
    mailId,
    createdAtMs: pending?.createdAtMs ?? createdAtMs,
    expiresAtMs,
  }
  await saveInvitation(transaction, invitation)
  return { invitation, url }
}

function rejectRepeated(emails: string[]): void {
  const keys = emails.map(emailKeyOf)
  const fields = emails.flatMap((email, index) =>
    keys.indexOf(emailKeyOf(email)) < index
      ? [{ path: `users.${index}.email`, message: `${shownEmail(email)} is listed twice` }]
      : [],
  )
  if (fields.length > 0) throw invalid(fields)
}

async function rejectAdmins(transaction: Transaction, emails: string[]): Promise<void> {
  const admins = (await findAdminsByEmail(transaction, emails)).filter((admin) => admin.role !== 'user')
  const taken = new Set(admins.map((admin) => admin.emailKey))
  const fields = emails.flatMap((email, index) =>
    taken.has(emailKeyOf(email))
      ? [{ path: `users.${index}.email`, message: `${shownEmail(email)} already has access` }]
      : [],
  )
  if (fields.length > 0)
    throw conflict(`${fields.map(({ message }) => message).join('; ')}. Admins lists everyone with access.`, fields)
}

async function pendingByEmail(transaction: Transaction, emails: string[]) {
  const pending = await findInvitationsTo(transaction, emails)
  return new Map(pending.map((invitation) => [invitation.emailKey, invitation]))
}
