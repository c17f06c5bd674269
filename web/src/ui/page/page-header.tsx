import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Icon } from '../icon.tsx'
import styles from './page-header.module.css'

type PageHeaderProps = {
  icon: LucideIcon
  title: string
  /** Whether the title is a value of data, such as a name. */
  isData?: boolean
  /** A total in light type beside the title, as part of the heading. It has its space from the beginning, while null. */
  count?: number | null | undefined
  badge?: ReactNode
  /** A small menu at the end of the title's line. */
  menu?: ReactNode
  /** A line under the title, such as "Last updated". */
  below?: ReactNode
  /** A separate line under title and tools. */
  line?: ReactNode
  /** Search and buttons. They wrap under the title if they do not fit. */
  tools?: ReactNode
  /** The header of a page. The tools are beside the title in a wide window if both fit, and otherwise below it. */
  hasFixedTools?: boolean
  breadcrumb?: ReactNode
}

export function PageHeader({
  icon,
  title,
  isData,
  count,
  badge,
  menu,
  below,
  line,
  tools,
  hasFixedTools,
  breadcrumb,
}: PageHeaderProps) {
  return (
    <>
      {breadcrumb}
      <div
        className={classNames(
          styles.head,
          hasFixedTools && styles.fixed,
          hasFixedTools && isLong(title) && styles.compact,
        )}
      >
        <div className={styles.what}>
          <div className={styles.title}>
            <Icon icon={icon} size={24} />
            <h1 tabIndex={-1} translate={isData ? 'no' : undefined}>
              {title}
              <span>
                {count !== undefined && (
                  <>
                    {' '}
                    <span className={styles.count}>{count === null ? '' : formatCount(count)}</span>
                  </>
                )}
              </span>
            </h1>
            {badge && <span className={styles.badge}>{badge}</span>}
            {menu && <div className={styles.menu}>{menu}</div>}
          </div>
          {below}
        </div>
        {line && <div className={styles.line}>{line}</div>}
        {tools && <div className={classNames(styles.tools, 'screen-only')}>{tools}</div>}
      </div>
    </>
  )
}

/** The length from which a title fits beside the tools only in a smaller size. */
const isLong = ({ length }: string) => length > 36 && length <= 50
