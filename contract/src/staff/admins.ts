import * as z from 'zod/mini'
import { IsoTime, IsoTimeOrEmpty, describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, Name } from '../values/text.ts'

export const Role = z.enum(['user', 'admin', 'super_admin'])
export type Role = z.infer<typeof Role>

export const avatarColors = [
  'butter-honey',
  'peach-rust',
  'blush-wine',
  'rose-plum',
  'lilac-iris',
  'frost-cobalt',
  'mist-teal',
  'mint-pine',
  'sage-fern',
  'pear-olive',
  'sand-umber',
  'chalk-graphite',
] as const
export const AvatarColor = z.enum(avatarColors)
export type AvatarColor = z.infer<typeof AvatarColor>

export const Admin = z.object({
  id: describe(z.string(), 'The ID of the admin.'),
  email: describe(z.string(), 'The email address.'),
  fullName: describe(z.string(), 'The name; empty for an invitation.'),
  role: describe(Role, 'The role, which decides what the admin may do.'),
  color: describe(AvatarColor, 'The colour of the avatar.'),
  createdAt: describe(IsoTimeOrEmpty, 'When the account or invitation was created; empty if unknown.'),
  expiresAt: describe(IsoTimeOrEmpty, 'When the invitation expires; empty for an account.'),
})
export type Admin = z.infer<typeof Admin>

export const ListedAdmin = z.extend(Admin, {
  lastSignInAt: describe(
    z.optional(z.nullable(IsoTime)),
    'The last sign-in; null if never. Sent to super admins only.',
  ),
})
export type ListedAdmin = z.infer<typeof ListedAdmin>

export const StaffMember = describe(
  z.object({
    id: describe(z.string(), 'The ID of the admin.'),
    fullName: describe(z.string(), 'The full name, as the member of staff entered it.'),
    email: describe(z.string(), 'The email address.'),
  }),
  'A member of staff in a history, who may no longer have access.',
)

/** The maximum number of admins in one request. */
export const maxAdminsPerRequest = 50

export const listAdmins = endpoint({
  name: 'listAdmins',
  method: 'GET',
  path: '/v1/admins',
  summary: 'All admins, oldest first; for super admins with their last sign-ins',
  response: z.object({ data: z.object({ admins: describe(z.array(ListedAdmin), 'The admins, oldest first.') }) }),
})

export const updateMe = endpoint({
  name: 'updateMe',
  method: 'PATCH',
  path: '/v1/admins/me',
  summary: 'Change your own name',
  returns: 'Your account with the new name',
  body: z.strictObject({ fullName: describe(Name, 'Your new name.') }),
  response: z.object({ data: z.object({ user: describe(Admin, 'Your account.') }) }),
})

export const revokeAccess = endpoint({
  name: 'revokeAccess',
  method: 'POST',
  path: '/v1/admins/access/revoke',
  summary:
    'Revoke the access of all of these admins, or of none; their sessions are revoked before the response is sent',
  body: z.strictObject({
    userIds: describe(
      z
        .array(Id)
        .check(
          z.minLength(1, 'Must contain at least 1'),
          z.maxLength(maxAdminsPerRequest, `At most ${maxAdminsPerRequest}`),
        ),
      'The IDs of the admins.',
    ),
  }),
  status: 204,
})
