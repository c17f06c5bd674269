import { Link } from '@tanstack/react-router'
import { adminPages } from './navigation.ts'
import styles from './page-segments.module.css'

/** The pages below Admins, as links that look like segments of one control. */
export function AdminPageSegments() {
  return (
    <nav className={styles.segments} aria-label="Admins and service accounts">
      {adminPages.map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className={styles.segment}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
