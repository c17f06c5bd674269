import type { ReactNode } from 'react'
import { ChevronRightIcon } from 'lucide-react'
import { Icon } from '../icon.tsx'
import styles from './breadcrumb.module.css'

type BreadcrumbProps = {
  /** The link to the parent page (class "link"). */
  parent: ReactNode
  current: string
}

export function Breadcrumb({ parent, current }: BreadcrumbProps) {
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <ol>
        <li>{parent}</li>
        <li>
          <Icon icon={ChevronRightIcon} size={14} />
          <span aria-current="page" title={current} translate="no">
            {current}
          </span>
        </li>
      </ol>
    </nav>
  )
}
