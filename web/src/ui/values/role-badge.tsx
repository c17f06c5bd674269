import { Badge } from './badge.tsx'

const badges = {
  super_admin: { colour: 'red', label: 'Super admin' },
  admin: { colour: 'green', label: 'Admin' },
  user: { colour: 'grey', label: 'User' },
} as const

export function RoleBadge({ role }: { role: keyof typeof badges }) {
  return <Badge {...badges[role]} />
}
