import { useRef, type MouseEvent } from 'react'
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { formatCount } from '../lib/numbers.ts'
import { pageNumbers } from '../lib/page-numbers.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useToastRise } from '../ui/use-toast-rise.ts'
import styles from './pagination.module.css'

type PaginationProps = {
  label?: string
  currentPage: number
  totalPages: number
  totalItems: number
  pageSize?: number
  onPage: (page: number) => void
  /** The address of a page, so that it can be opened in a new tab. */
  hrefOf?: (page: number) => string
  /** The list is about to be replaced: the pager stays, but cannot be used. */
  isOld?: boolean
}

/**
 * "Showing 1-20 of 1,524 results" and the pages. The caller decides whether it is shown. At the ends the step buttons
 * are disabled by ARIA only, so that they keep the focus.
 */
export function Pagination(props: PaginationProps) {
  const { label = 'Pagination', currentPage, totalPages, totalItems, pageSize = 20, onPage, hrefOf } = props
  const { isOld = false } = props
  const pager = useRef<HTMLElement>(null)
  useToastRise(pager)
  const from = totalItems === 0 ? 0 : (currentPage - 1) * pageSize + 1
  const to = Math.min(currentPage * pageSize, totalItems)
  return (
    <nav ref={pager} className={classNames(styles.pager, isOld && styles.old)} aria-label={label} inert={isOld}>
      <p>
        Showing{' '}
        <b>
          {formatCount(from)}-{formatCount(to)}
        </b>{' '}
        of <b>{formatCount(totalItems)}</b> results
      </p>
      <ol>
        <li>
          <IconButton
            icon={ChevronLeftIcon}
            label="Previous page"
            className={styles.step}
            data-repeats
            aria-disabled={currentPage <= 1 || undefined}
            onClick={() => currentPage > 1 && onPage(currentPage - 1)}
          />
        </li>
        {pageNumbers(currentPage, totalPages).map((cell, index) =>
          cell === 'gap' ? (
            <li key={`gap-${index}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={cell}>
              <PageLink page={cell} current={cell === currentPage} href={hrefOf?.(cell)} onPage={onPage} />
            </li>
          ),
        )}
        <li>
          <IconButton
            icon={ChevronRightIcon}
            label="Next page"
            className={styles.step}
            data-repeats
            aria-disabled={currentPage >= totalPages || undefined}
            onClick={() => currentPage < totalPages && onPage(currentPage + 1)}
          />
        </li>
      </ol>
    </nav>
  )
}

type PageLinkProps = { page: number; current: boolean; href: string | undefined; onPage: (page: number) => void }

function PageLink({ page, current, href, onPage }: PageLinkProps) {
  const shared = {
    className: styles.cell,
    'aria-label': `Page ${page}`,
    'aria-current': current ? ('page' as const) : undefined,
  }
  if (href === undefined) {
    return (
      <button type="button" {...shared} onClick={() => !current && onPage(page)}>
        {page}
      </button>
    )
  }
  return (
    <a
      {...shared}
      href={href}
      onClick={(event) => {
        if (isModified(event)) return
        event.preventDefault()
        if (!current) onPage(page)
      }}
    >
      {page}
    </a>
  )
}

/** Leaves clicks that open a link elsewhere to the browser. */
function isModified(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
