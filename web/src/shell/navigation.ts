import type { IconName } from '../ui/icon.tsx'

export const navigation = [
  { to: '/', label: 'Users', icon: 'users-round' },
  { to: '/hospital-patients', label: 'Hospital patients', icon: 'hospital' },
  { to: '/files', label: 'Files', icon: 'files' },
  { to: '/admins', label: 'Admins', icon: 'shield-user' },
] as const satisfies { to: string; label: string; icon: IconName }[]

/** A link is where one is when the path is its target; the root's also when the path contains "user". */
export function isCurrent(target: string, pathname: string): boolean {
  return pathname === target || (target === '/' && pathname.includes('user'))
}
