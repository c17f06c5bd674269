import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { Id, Name } from './values/text.ts'

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
  id: z.string(),
  email: z.string(),
  fullName: z.string(),
  role: Role,
  color: AvatarColor,
  /** ISO 8601, UTC; empty if unknown. */
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Admin = z.infer<typeof Admin>

export const ListedAdmin = z.extend(Admin, {
  /** ISO 8601, UTC; null if never. Sent to super admins only. */
  lastSignInAt: z.optional(z.nullable(z.string())),
})
export type ListedAdmin = z.infer<typeof ListedAdmin>

/** A member of staff in a history, who may no longer have access. */
export const StaffMember = z.object({ id: z.string(), fullName: z.string(), email: z.string() })

/** The maximum number of admins in one request. */
export const maxAdminsPerRequest = 50

export const listAdmins = endpoint({
  name: 'listAdmins',
  method: 'GET',
  path: '/v1/admins',
  summary: 'All admins, oldest first; for super admins with their last sign-ins',
  response: z.object({ data: z.object({ admins: z.array(ListedAdmin) }) }),
})

export const updateMe = endpoint({
  name: 'updateMe',
  method: 'PATCH',
  path: '/v1/admins/me',
  summary: 'Change your own name',
  body: z.strictObject({ fullName: Name }),
  response: z.object({ data: z.object({ user: Admin }) }),
})

export const revokeAccess = endpoint({
  name: 'revokeAccess',
  method: 'POST',
  path: '/v1/admins/access/revoke',
  summary:
    'Revoke the access of all of these admins, or of none; their sessions are revoked before the response is sent',
  body: z.strictObject({
    userIds: z
      .array(Id)
      .check(
        z.minLength(1, 'Must contain at least 1'),
        z.maxLength(maxAdminsPerRequest, `At most ${maxAdminsPerRequest}`),
      ),
  }),
  status: 204,
})
