import * as z from 'zod/mini'
import { Admin, maxAdminsPerRequest } from './admins.ts'
import { endpoint } from './http/endpoint.ts'
import { NewPassword } from './passwords.ts'
import { SignedIn } from './sessions.ts'
import { Email, Id, Name, Secret } from './values/text.ts'

/** The state of the invitation email. It is also `sent` if the link was handed over without an email. */
const Delivery = z.enum(['waiting', 'sent', 'failed'])

/** An invitation that has not been accepted, even if it has expired. It has no name yet. */
export const Invitee = z.extend(Admin, { delivery: Delivery })
export type Invitee = z.infer<typeof Invitee>

/**
 * A new or renewed invitation. `url` is its link, present only if the console sends no email: it cannot be read again.
 */
export const Invited = z.object({
  id: z.string(),
  email: z.string(),
  expiresAt: z.string(),
  url: z.optional(z.string()),
})
export type Invited = z.infer<typeof Invited>

export const InviteRole = z.enum(['admin', 'super_admin'])
export type InviteRole = z.infer<typeof InviteRole>

export const inviteAdmins = endpoint({
  name: 'inviteAdmins',
  method: 'POST',
  path: '/v1/admin-invites',
  summary:
    'Invite all of these email addresses, or none, or renew their invitations with the role (super admins). With `resend` (any admin): a new link for existing invitations, whose role stays',
  body: z.strictObject({
    users: z
      .array(z.strictObject({ email: Email }))
      .check(
        z.minLength(1, 'Please enter at least one email.'),
        z.maxLength(maxAdminsPerRequest, `At most ${maxAdminsPerRequest} email addresses`),
      ),
    role: z._default(InviteRole, 'admin'),
    resend: z._default(z.boolean(), false),
  }),
  /** These are in the order of the request. */
  response: z.object({ data: z.object({ results: z.object({ success: z.array(Invited) }) }) }),
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/v1/admin-invites',
  summary: 'Invitations that are not accepted yet, including expired ones, newest last',
  response: z.object({ data: z.array(Invitee) }),
})

export const getInvitation = endpoint({
  name: 'getInvitation',
  method: 'GET',
  path: '/v1/admin-invites/{id}',
  summary: 'What an invitation link is for; `id` is the secret of the link. Does not use it up',
  params: z.strictObject({ id: Secret }),
  response: z.object({
    data: z.object({
      email: z.string(),
      fullName: z.optional(z.string()),
      /** False if admins can sign in only with single sign-on. */
      allowsPassword: z.boolean(),
    }),
  }),
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/v1/admin-invites/accept',
  summary: 'Accept an invitation; `inviteId` is the secret of the link. Signs the new admin in',
  body: z.strictObject({ inviteId: Secret, fullName: Name, password: NewPassword }),
  response: SignedIn,
})

export const deleteInvitation = endpoint({
  name: 'deleteInvitation',
  method: 'DELETE',
  path: '/v1/admin-invites/{id}',
  summary: 'Delete an invitation; `id` is the one in the list',
  params: z.strictObject({ id: Id }),
  response: z.object({ data: z.object({ invite: z.object({ id: z.string() }) }) }),
})
