import * as z from 'zod/mini'
import { IsoTime, describe } from '../values/describe.ts'
import { Admin, maxAdminsPerRequest } from './admins.ts'
import { endpoint } from '../http/endpoint.ts'
import { NewPassword } from './passwords.ts'
import { SignedIn } from './sessions.ts'
import { Email, Id, Name, Secret } from '../values/text.ts'

const Delivery = z.enum(['waiting', 'sent', 'failed'])

export const Invitee = describe(
  z.extend(Admin, {
    delivery: describe(
      Delivery,
      'The state of the invitation email. It is also `sent` if the link was handed over without an email.',
    ),
  }),
  'An invitation that has not been accepted, even if it has expired. It has no name yet.',
)
export type Invitee = z.infer<typeof Invitee>

export const Invited = describe(
  z.object({
    id: describe(z.string(), 'The ID of the invitation, which is not the secret of its link.'),
    email: describe(z.string(), 'The email address.'),
    expiresAt: describe(IsoTime, 'When the link stops working.'),
    url: describe(
      z.optional(z.string()),
      'The link, present only if the console sends no email. It cannot be read again.',
    ),
  }),
  'A new or renewed invitation. `url` is its link, present only if the console sends no email: it cannot be read again.',
)
export type Invited = z.infer<typeof Invited>

export const InviteRole = z.enum(['admin', 'super_admin'])
export type InviteRole = z.infer<typeof InviteRole>

export const inviteAdmins = endpoint({
  name: 'inviteAdmins',
  method: 'POST',
  path: '/v1/admin-invites',
  summary:
    'Invite all of these email addresses, or none, or renew their invitations with the role (super admins). With `resend` (any admin): a new link for existing invitations, whose role stays',
  returns: 'The new or renewed invitations',
  body: z.strictObject({
    users: describe(
      z
        .array(z.strictObject({ email: describe(Email, 'The email address.') }))
        .check(
          z.minLength(1, 'Please enter at least one email.'),
          z.maxLength(maxAdminsPerRequest, `At most ${maxAdminsPerRequest} email addresses`),
        ),
      'Who is invited.',
    ),
    role: describe(z._default(InviteRole, 'admin'), 'The role that they will have.'),
    resend: describe(
      z._default(z.boolean(), false),
      'Whether to create new links for existing invitations, whose role stays.',
    ),
  }),
  response: z.object({
    data: z.object({
      results: describe(
        z.object({ success: describe(z.array(Invited), 'The invitations, in the order of the request.') }),
        'What was done.',
      ),
    }),
  }),
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
  params: z.strictObject({ id: describe(Secret, 'The secret of the link.') }),
  response: z.object({
    data: z.object({
      email: describe(z.string(), 'The email address that is invited.'),
      fullName: describe(z.optional(z.string()), 'The name, if it is known.'),
      allowsPassword: describe(z.boolean(), 'False if admins can sign in only with single sign-on.'),
    }),
  }),
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/v1/admin-invites/accept',
  summary: 'Accept an invitation; `inviteId` is the secret of the link. Signs the new admin in',
  returns: 'The new admin, who is signed in',
  body: z.strictObject({
    inviteId: describe(Secret, 'The secret of the link.'),
    fullName: describe(Name, 'The name of the new admin.'),
    password: describe(NewPassword, 'The password of the new admin.'),
  }),
  response: SignedIn,
  headers: { 200: ['set-cookie'] },
})

export const deleteInvitation = endpoint({
  name: 'deleteInvitation',
  method: 'DELETE',
  path: '/v1/admin-invites/{id}',
  summary: 'Delete an invitation; `id` is the one in the list',
  returns: 'The deleted invitation',
  params: z.strictObject({ id: describe(Id, 'The ID of the invitation in the list.') }),
  response: z.object({
    data: z.object({
      invite: describe(
        z.object({ id: describe(z.string(), 'The ID that the invitation had in the list.') }),
        'The deleted invitation.',
      ),
    }),
  }),
})
