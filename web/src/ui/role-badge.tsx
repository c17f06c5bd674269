import { Badge } from './badge.tsx'

const looks = {
  super_admin: { colour: 'red', label: 'Super admin' },
  admin: { colour: 'green', label: 'Admin' },
  user: { colour: 'grey', label: 'User' },
} as const

export function RoleBadge({ role }: { role: keyof typeof looks }) {
  return <Badge {...looks[role]} />
}
