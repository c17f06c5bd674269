import { useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { MenuIcon, SearchIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { useStore } from '../lib/use-store.ts'
import { Avatar } from '../ui/values/avatar.tsx'
import { brandClass, Mark } from '../ui/page/brand.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { SkipLink } from '../ui/page/skip-link.tsx'
import styles from './console-shell.module.css'
import { fetchedLater, useFetchAhead } from './fetched-later.tsx'
import { productName } from './page-settings.ts'
import { rail } from './rail.ts'
import { searchLabel, Sidebar, type SidebarProps } from './sidebar.tsx'

const contentId = 'content'
const Drawer = fetchedLater(async () => (await import('./drawer.tsx')).Drawer)

type ConsoleShellProps = Omit<SidebarProps, 'panel' | 'status'> & {
  /** Shown above the account. It opens things through `leave`, which first closes the sidebar. */
  panel?: (leave: (act: () => void) => void) => ReactNode
  /** The sidebar's panel as one figure, for the rail and for the top bar on phones. */
  status?: ReactNode
  children: ReactNode
}

/**
 * The frame of every page of a signed-in admin: the sidebar and the page, or on phones a top bar and the sidebar in a
 * drawer.
 */
export function ConsoleShell({ children, status, panel, ...sidebar }: ConsoleShellProps) {
  useFetchAhead(Drawer)
  // Null until it is opened for the first time.
  const [drawerOpen, setDrawerOpen] = useState<boolean | null>(null)
  const isRail = useStore(rail)
  const { admin, onSearch, onSettings, onLogOut } = sidebar
  const closeDrawer = () => setDrawerOpen(false)
  const [afterDrawer, setAfterDrawer] = useState<(() => void) | null>(null)
  const leaveDrawer = (act: () => void) => {
    setAfterDrawer(() => act)
    closeDrawer()
  }
  const actAfterDrawer = () => {
    afterDrawer?.()
    setAfterDrawer(null)
  }
  return (
    <div className={styles.shell} data-rail={isRail || undefined}>
      <SkipLink target={contentId} />
      <header className={classNames(styles.topbar, 'screen-only')}>
        <IconButton icon={MenuIcon} iconSize={20} label="Open menu" onClick={() => setDrawerOpen(true)} />
        <Link className={brandClass} to="/" preload={false}>
          <Mark size={20} />
          {productName}
        </Link>
        {status}
        <IconButton icon={SearchIcon} iconSize={20} label={searchLabel} aria-haspopup="dialog" onClick={onSearch} />
        <Avatar name={admin.fullName} colour={admin.color} size="small" />
      </header>
      <aside className={classNames(styles.sidebar, 'screen-only')} aria-label="Console">
        <Sidebar {...sidebar} panel={panel?.((act) => act())} status={status} />
      </aside>
      {drawerOpen !== null && (
        <Drawer open={drawerOpen} onClose={closeDrawer} onClosed={actAfterDrawer}>
          <Sidebar
            admin={admin}
            panel={panel?.(leaveDrawer)}
            onNavigate={closeDrawer}
            onSearch={() => leaveDrawer(onSearch)}
            onSettings={() => leaveDrawer(onSettings)}
            onLogOut={() => leaveDrawer(onLogOut)}
          />
        </Drawer>
      )}
      <main id={contentId} className={styles.page} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
