import type { Admin } from '@health-console/contract/admins.ts'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LogOutIcon, SettingsIcon } from 'lucide-react'
import { Avatar } from '../ui/avatar.tsx'
import { brandClass, Mark } from '../ui/brand.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { isCurrent, navigationOf } from './navigation.ts'
import { PrefetchLink } from './prefetch-link.tsx'
import { productName } from './product-name.ts'
import styles from './sidebar.module.css'

export type SidebarProps = {
  admin: Admin
  /** Background work, shown above the account. */
  panel?: ReactNode
  /** Called when a page was chosen. */
  onNavigate?: (() => void) | undefined
  onSettings: () => void
  onLogOut: () => void
}

export function Sidebar({ admin, panel, onNavigate, onSettings, onLogOut }: SidebarProps) {
  return (
    <>
      <div className={styles.head}>
        <Link className={brandClass} to="/" preload={false} onClick={onNavigate}>
          <Mark size={22} />
          {productName}
        </Link>
      </div>
      <Navigation role={admin.role} onNavigate={onNavigate} />
      <div className={styles.foot}>
        {panel}
        <div className={styles.theme}>
          <ThemeSwitch />
        </div>
        <Account admin={admin} />
        <div className={styles.row}>
          <button type="button" className={styles.out} onClick={onLogOut}>
            <Icon icon={LogOutIcon} />
            Log out
          </button>
          <IconButton icon={SettingsIcon} iconSize={17} label="Settings" onClick={onSettings} />
        </div>
      </div>
    </>
  )
}

function Navigation({ role, onNavigate }: Pick<SidebarProps, 'onNavigate'> & Pick<Admin, 'role'>) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <nav className={styles.nav} aria-label="Main">
      <ul>
        {navigationOf(role).map(({ to, label, icon }) => (
          <li key={to}>
            <PrefetchLink to={to} current={isCurrent(to, pathname)} onClick={onNavigate}>
              <Icon icon={icon} size={18} />
              {label}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Account({ admin }: { admin: Admin }) {
  return (
    <div className={styles.account}>
      <Avatar name={admin.fullName} colour={admin.color} />
      <div className={styles.who}>
        <b title={admin.fullName}>{admin.fullName}</b>
        <span title={admin.email}>{admin.email}</span>
      </div>
    </div>
  )
}
