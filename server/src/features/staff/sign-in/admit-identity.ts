import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import { Name, emailKeyOf, toLine } from '@health-console/contract/values/text.ts'
import type { AuditAction } from '@health-console/contract/audit/actions.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'
import { findAdminByEmail } from '../admins/store.ts'
import { createInvited, invitationNotFound } from '../links/accept-invitation.ts'
import { hasEnded } from '../links/lifetimes.ts'
import { findInvitationsTo, findLink, withdrawLinks } from '../links/store.ts'
import { findAdminOf, findIdentity, saveIdentity } from '../admins/identities.ts'
import { type ConfirmedIdentity, needsGroups, roleOf } from '../sign-on/claims.ts'
import { followRole } from '../sign-on/follow-role.ts'
import { signOnFailed } from '../sign-on/provider-errors.ts'

type Admitted = {
  admin: AdminsTable
  /** What changed besides the sign-in, for the audit log. */
  changes: AuditAction[]
}

/**
 * Finds the account of an identity: by the link to the provider, or the first time by the verified email address of an
 * admin or an invitation, which this accepts. Call it under the staff lock.
 * @throws ApiError for an identity without access
 */
export async function admitIdentity(
  transaction: Transaction,
  context: Context,
  settings: SignOnSettings,
  identity: ConfirmedIdentity,
  invitationHash: string | null,
): Promise<Admitted> {
  const { issuer, name } = settings
  const known = await findAdminOf(transaction, { issuer, subject: identity.subject })
  if (invitationHash !== null)
    await requireOwnInvitation(transaction, context, identity.email ?? rejectUnverified(name), invitationHash)
  const admitted = known
    ? { admin: known, changes: [] }
    : await matchByEmail(transaction, context, identity.email ?? rejectUnverified(name), identity, settings)
  if (admitted.admin.role === 'user') throw noAccess(name, admitted.admin.id)
  return followGroups(transaction, settings, identity, admitted)
}

async function matchByEmail(
  transaction: Transaction,
  context: Context,
  email: string,
  { subject, fullName }: ConfirmedIdentity,
  { issuer, name }: SignOnSettings,
): Promise<Admitted> {
  const admin = await findAdminByEmail(transaction, email)
  const hasAccess = admin !== undefined && admin.role !== 'user'
  if (hasAccess && (await findIdentity(transaction, { adminId: admin.id, issuer })))
    throw signOnFailed(`${shownEmail(email)} is linked to another account at ${name}. Contact a super admin.`, admin.id)
  const matched = hasAccess ? admin : await acceptByEmail(transaction, context, email, fullName)
  if (!matched) throw noAccess(name, admin?.id)
  await saveIdentity(transaction, { adminId: matched.id, issuer, subject, createdAtMs: context.now() })
  return { admin: matched, changes: hasAccess ? ['sign_on.tie'] : ['invitation.accept', 'sign_on.tie'] }
}

async function acceptByEmail(
  transaction: Transaction,
  context: Context,
  email: string,
  fullName: string,
): Promise<AdminsTable | undefined> {
  const [invitation] = await findInvitationsTo(transaction, [email])
  if (!invitation || hasEnded('invitations', invitation.expiresAtMs, context.now())) return undefined
  await withdrawLinks(transaction, 'invitations', 'id', invitation.id)
  const named = Name.safeParse(toLine(fullName).slice(0, 200))
  return createInvited(transaction, context, invitation, {
    fullName: named.success ? named.data : invitation.email,
    passwordHash: context.passwords.none(),
  })
}

/** The link of an invitation works only for the address it was sent to. */
async function requireOwnInvitation(
  transaction: Transaction,
  { now }: Context,
  email: string,
  tokenHash: string,
): Promise<void> {
  const invitation = await findLink(transaction, 'invitations', tokenHash, now())
  if (!invitation) throw invitationNotFound()
  if (emailKeyOf(email) !== invitation.emailKey)
    throw signOnFailed(
      `This invitation is for ${shownEmail(invitation.email)}, but you signed in as ${shownEmail(email)}.`,
    )
}

/** Sets the role according to the provider's groups, if these are configured. */
async function followGroups(
  transaction: Transaction,
  settings: SignOnSettings,
  { groups }: ConfirmedIdentity,
  { admin, changes }: Admitted,
): Promise<Admitted> {
  const { name } = settings
  if (admin.role === 'user' || !needsGroups(settings)) return { admin, changes }
  if (groups === null)
    throw signOnFailed(`${name} didn’t report which groups you are in. Contact a super admin.`, admin.id)
  const role = roleOf(settings, groups, admin.role)
  if (role === undefined) throw signOnFailed(`None of your groups at ${name} has access to this console.`, admin.id)
  if (!(await followRole(transaction, settings, admin, role))) return { admin, changes }
  return { admin: { ...admin, role }, changes: [...changes, 'admin.change_role'] }
}

function rejectUnverified(name: string): never {
  throw signOnFailed(`${name} didn’t confirm your email address. Contact a super admin.`)
}

const noAccess = (name: string, adminId?: string) =>
  signOnFailed(`Your ${name} account doesn’t have access to this console. Ask a super admin to invite you.`, adminId)
