import type { ReactNode } from 'react'
import { ChevronRightIcon } from 'lucide-react'
import { Icon } from './icon.tsx'
import styles from './breadcrumb.module.css'

type BreadcrumbProps = {
  /** Links to the parent pages (class "link"). */
  links: ReactNode[]
  current: string
}

export function Breadcrumb({ links, current }: BreadcrumbProps) {
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <ol>
        {links.map((link, index) => (
          <li key={index}>
            {index > 0 && <Icon icon={ChevronRightIcon} size={14} />}
            {link}
          </li>
        ))}
        <li>
          <Icon icon={ChevronRightIcon} size={14} />
          <span aria-current="page" title={current}>
            {current}
          </span>
        </li>
      </ol>
    </nav>
  )
}
