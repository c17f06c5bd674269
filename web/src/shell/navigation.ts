import type { Role } from '@health-console/contract/staff/admins.ts'
import {
  FilesIcon,
  HospitalIcon,
  KeyRoundIcon,
  ScrollTextIcon,
  ShieldUserIcon,
  UsersRoundIcon,
  type LucideIcon,
} from 'lucide-react'

type Page = { to: string; label: string; icon: LucideIcon }

const pages = [
  { to: '/', label: 'Users', icon: UsersRoundIcon },
  { to: '/hospital-patients', label: 'Hospital patients', icon: HospitalIcon },
  { to: '/files', label: 'Files', icon: FilesIcon },
  { to: '/admins', label: 'Admins', icon: ShieldUserIcon },
] as const satisfies Page[]

const superAdminPages = [...pages, { to: '/audit', label: 'Audit log', icon: ScrollTextIcon }] as const satisfies Page[]

/** The pages that an admin of this role can open. */
export const navigationOf = (role: Role) => (role === 'super_admin' ? superAdminPages : pages)

/** The pages that super admins reach through Admins. */
export const adminPages = [
  { to: '/admins', label: 'Admins', icon: ShieldUserIcon },
  { to: '/admins/service-accounts', label: 'Service accounts', icon: KeyRoundIcon },
] as const satisfies Page[]

/** Every page that an admin of this role can open, including those that the sidebar does not list. */
export const pagesOf = (role: Role): Page[] => [
  ...navigationOf(role),
  ...(role === 'super_admin' ? adminPages.slice(1) : []),
]

/**
 * A link is current when the path is its target or below it. The root's is also current when the path contains "user".
 */
export function isCurrent(target: string, pathname: string): boolean {
  if (target === '/') return pathname === '/' || pathname.includes('user')
  return `${pathname}/`.startsWith(`${target}/`)
}
