import { useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../ui/avatar.tsx'
import { brandClass, Mark } from '../ui/brand.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import styles from './console-shell.module.css'
import { Drawer } from './drawer.tsx'
import { productName } from './product-name.ts'
import { Sidebar, type SidebarProps } from './sidebar.tsx'

const contentId = 'content'

/** The frame of every page of a signed-in admin: sidebar and sheet; on phones a top bar with the sidebar in a drawer. */
export function ConsoleShell({ children, ...sidebar }: SidebarProps & { children: ReactNode }) {
  const [drawerOpen, setDrawerOpen] = useState(false)
  const { admin, onSettings, onLogOut } = sidebar
  const closeDrawer = () => setDrawerOpen(false)
  const fromDrawer = (act: () => void) => () => {
    closeDrawer()
    act()
  }
  return (
    <div className={styles.shell}>
      <SkipLink target={contentId} />
      <header className={styles.topbar}>
        <IconButton icon="menu" iconSize={20} label="Open menu" onClick={() => setDrawerOpen(true)} />
        <Link className={brandClass} to="/" preload={false}>
          <Mark size={20} />
          {productName}
        </Link>
        <Avatar name={admin.fullName} colour={admin.color} size="small" />
      </header>
      <aside className={styles.sidebar} aria-label="Console">
        <Sidebar {...sidebar} />
      </aside>
      <Drawer open={drawerOpen} onClose={closeDrawer}>
        <Sidebar
          admin={admin}
          onNavigate={closeDrawer}
          onSettings={fromDrawer(onSettings)}
          onLogOut={fromDrawer(onLogOut)}
        />
      </Drawer>
      <main id={contentId} className={styles.page} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
