import type { Role } from '@health-console/contract/admins.ts'
import { FilesIcon, HospitalIcon, ScrollTextIcon, ShieldUserIcon, UsersRoundIcon, type LucideIcon } from 'lucide-react'

const pages = [
  { to: '/', label: 'Users', icon: UsersRoundIcon },
  { to: '/hospital-patients', label: 'Hospital patients', icon: HospitalIcon },
  { to: '/files', label: 'Files', icon: FilesIcon },
  { to: '/admins', label: 'Admins', icon: ShieldUserIcon },
] as const satisfies { to: string; label: string; icon: LucideIcon }[]

const superAdminPages = [...pages, { to: '/audit', label: 'Audit log', icon: ScrollTextIcon }] as const satisfies {
  to: string
  label: string
  icon: LucideIcon
}[]

/** The pages that an admin of this role can open. */
export const navigationOf = (role: Role) => (role === 'super_admin' ? superAdminPages : pages)

/** A link is current when the path is its target; the root's also when the path contains "user". */
export function isCurrent(target: string, pathname: string): boolean {
  return pathname.replace(/(?<=.)\/+$/, '') === target || (target === '/' && pathname.includes('user'))
}
