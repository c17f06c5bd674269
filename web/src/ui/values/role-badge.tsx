import { Badge } from './badge.tsx'

const badges = {
  super_admin: { colour: 'red', label: 'Super admin' },
  admin: { colour: 'green', label: 'Admin' },
  user: { colour: 'grey', label: 'User' },
} as const

type Role = keyof typeof badges

export const roleName = (role: Role) => badges[role].label

export function RoleBadge({ role }: { role: Role }) {
  return <Badge {...badges[role]} />
}
