import { FilesIcon, HospitalIcon, ShieldUserIcon, UsersRoundIcon, type LucideIcon } from 'lucide-react'

export const navigation = [
  { to: '/', label: 'Users', icon: UsersRoundIcon },
  { to: '/hospital-patients', label: 'Hospital patients', icon: HospitalIcon },
  { to: '/files', label: 'Files', icon: FilesIcon },
  { to: '/admins', label: 'Admins', icon: ShieldUserIcon },
] as const satisfies { to: string; label: string; icon: LucideIcon }[]

/** A link is current when the path is its target; the root's also when the path contains "user". */
export function isCurrent(target: string, pathname: string): boolean {
  return pathname.replace(/(?<=.)\/+$/, '') === target || (target === '/' && pathname.includes('user'))
}
