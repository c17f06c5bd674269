import * as z from 'zod/mini'

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
  /** ISO 8601, UTC; empty where unknown. */
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Admin = z.infer<typeof Admin>
