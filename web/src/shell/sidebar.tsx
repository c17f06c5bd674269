import { shownEmail } from '../lib/shown-email.ts'
import type { Admin } from '@health-console/contract/staff/admins.ts'
import { createLink, Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { LogOutIcon, PanelLeftCloseIcon, PanelLeftOpenIcon, SearchIcon, SettingsIcon } from 'lucide-react'
import { Avatar } from '../ui/values/avatar.tsx'
import { brandClass, Mark } from '../ui/page/brand.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { KeyCap } from '../ui/values/key-cap.tsx'
import { commandKey } from '../lib/command-key.ts'
import { useStore } from '../lib/use-store.ts'
import { isCurrent, navigationOf } from './navigation.ts'
import { productName } from './page-settings.ts'
import { rail, toggleRail } from './rail.ts'
import { shortcutsOff } from './shortcuts.ts'
import styles from './sidebar.module.css'
import { whenIdle } from '../lib/when-idle.ts'

/** The name of the button, and of the dialog that it opens. */
export const searchLabel = 'Search and commands'

export type SidebarProps = {
  admin: Admin
  /** Background work, shown above the account. */
  panel?: ReactNode
  /** The background work as one figure, for the rail. */
  status?: ReactNode
  /** Called when a page was chosen. */
  onNavigate?: (() => void) | undefined
  onSearch: () => void
  onSettings: () => void
  onLogOut: () => void
}

/** The sidebar. In a narrow box it is a rail that shows only icons, with their names as tooltips. */
export function Sidebar({ admin, panel, status, onNavigate, onSearch, onSettings, onLogOut }: SidebarProps) {
  return (
    <>
      <div className={styles.head}>
        <Link className={brandClass} to="/" preload={false} onClick={onNavigate}>
          <Mark size={22} />
          <span className={styles.name}>{productName}</span>
        </Link>
      </div>
      <button type="button" className={styles.search} title={searchLabel} aria-haspopup="dialog" onClick={onSearch}>
        <Icon icon={SearchIcon} />
        <span className={styles.name}>{searchLabel}</span>
        {!shortcutsOff(admin.id).includes('palette') && (
          <span className={styles.key} aria-hidden="true">
            <KeyCap>{commandKey === '⌘' ? '⌘K' : `${commandKey} K`}</KeyCap>
          </span>
        )}
      </button>
      <Navigation role={admin.role} onNavigate={onNavigate} />
      <div className={styles.foot}>
        <div className={styles.panel}>{panel}</div>
        <div className={styles.status}>{status}</div>
        <Account admin={admin} />
        <div className={styles.row}>
          <button type="button" className={styles.out} title="Log out" onClick={onLogOut}>
            <Icon icon={LogOutIcon} />
            <span className={styles.name}>Log out</span>
          </button>
          <RailButton />
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
            <PrefetchLink to={to} title={label} current={isCurrent(to, pathname)} onClick={onNavigate}>
              <Icon icon={icon} size={18} />
              <span className={styles.name}>{label}</span>
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function RailButton() {
  const isRail = useStore(rail)
  return (
    <IconButton
      icon={isRail ? PanelLeftOpenIcon : PanelLeftCloseIcon}
      iconSize={17}
      label={isRail ? 'Expand sidebar' : 'Collapse sidebar'}
      aria-keyshortcuts="["
      className={styles.toggle}
      onClick={toggleRail}
    />
  )
}

function Account({ admin }: { admin: Admin }) {
  return (
    <div className={styles.account} title={`${admin.fullName}, ${shownEmail(admin.email)}`}>
      <Avatar name={admin.fullName} colour={admin.color} />
      <div className={styles.who}>
        <b title={admin.fullName} translate="no">
          {admin.fullName}
        </b>
        <span title={shownEmail(admin.email)} translate="no">
          {shownEmail(admin.email)}
        </span>
      </div>
    </div>
  )
}

type PrefetchAnchorProps = ComponentProps<'a'> & {
  /** Whether this is the current page. The router's own rule is different. */
  current: boolean
}

/**
 * A link whose page is prefetched once half of the link is in view and the page is idle, and (by the router) on hover.
 */
const PrefetchLink = createLink(PrefetchAnchor)

function PrefetchAnchor({ current, href, children, ...rest }: PrefetchAnchorProps) {
  const anchor = useRef<HTMLAnchorElement>(null)
  const router = useRouter()

  useEffect(() => {
    if (!anchor.current || href === undefined) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        whenIdle(() => void router.preloadRoute({ to: href }))
      },
      { threshold: 0.5 },
    )
    observer.observe(anchor.current)
    return () => observer.disconnect()
  }, [router, href])

  return (
    <a {...rest} ref={anchor} href={href} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}
