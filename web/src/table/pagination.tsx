import type { PageMeta } from '@health-console/contract/http/paging.ts'
import type { MouseEvent } from 'react'
import { ChevronLeftIcon, ChevronRightIcon, ChevronsLeftIcon } from 'lucide-react'
import { formatCount } from '../lib/numbers.ts'
import { pageNumbers } from '../lib/page-numbers.ts'
import { Pager, PagerStep } from './pager.tsx'
import styles from './pager.module.css'

type PaginationProps = {
  page: number
  meta: PageMeta | undefined
  onPage: (page: number) => void
  /** The URL of a page, so that it can be opened in a new tab. Without it the pages are buttons, as in a dialog. */
  hrefOf?: ((page: number) => string) | undefined
  /** Whether the pages belong to another list, which is about to be replaced. */
  isOld: boolean
}

/** Shows "Showing 1-20 of 1,524 results" and the pages, if there is more than one page. */
export function Pagination({ page, meta, onPage, hrefOf, isOld }: PaginationProps) {
  if (!meta || meta.totalPages <= 1) return null
  const { totalPages, totalAmount, pageSize } = meta
  const from = (page - 1) * pageSize + 1
  const to = Math.min(page * pageSize, totalAmount)
  const summary = (
    <>
      Showing{' '}
      <b>
        {formatCount(from)}-{formatCount(to)}
      </b>{' '}
      of <b>{formatCount(totalAmount)}</b> results
    </>
  )
  return (
    <Pager summary={summary} isOld={isOld}>
      <PagerStep icon={ChevronLeftIcon} label="Previous page" onClick={page > 1 ? () => onPage(page - 1) : null} />
      {pageNumbers(page, totalPages).map((cell, index) =>
        cell === 'gap' ? (
          <li key={`gap-${index}`} className={styles.gap} aria-hidden="true">
            …
          </li>
        ) : (
          <li key={cell}>
            <PageCell page={cell} isCurrent={cell === page} href={hrefOf?.(cell)} onPage={onPage} />
          </li>
        ),
      )}
      <PagerStep
        icon={ChevronRightIcon}
        label="Next page"
        onClick={page < totalPages ? () => onPage(page + 1) : null}
      />
    </Pager>
  )
}

type PageCellProps = { page: number; isCurrent: boolean; href: string | undefined; onPage: (page: number) => void }

function PageCell({ page, isCurrent, href, onPage }: PageCellProps) {
  const props = {
    className: styles.cell,
    'aria-label': `Page ${page}`,
    'aria-current': isCurrent ? ('page' as const) : undefined,
    onClick: (event: MouseEvent) => {
      if (href !== undefined && opensElsewhere(event)) return
      event.preventDefault()
      if (!isCurrent) onPage(page)
    },
  }
  if (href === undefined) {
    return (
      <button type="button" {...props}>
        {page}
      </button>
    )
  }
  return (
    <a href={href} {...props}>
      {page}
    </a>
  )
}

/** Leaves clicks that open a link elsewhere to the browser. */
function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}

type CursorPagerProps = {
  /** The number of entries on the page. */
  shown: number
  /** The number of lines that show them, if some were combined. */
  lines: number
  /** What a line is: "line" or "visit". */
  noun: 'line' | 'visit'
  /** Null at an end. */
  onNewest: (() => void) | null
  onNewer: (() => void) | null
  onOlder: (() => void) | null
  isOld: boolean
}

/** Pages through a list that is too long to count, newest first. */
export function CursorPager({ shown, lines, noun, onNewest, onNewer, onOlder, isOld }: CursorPagerProps) {
  const summary = (
    <>
      <span>
        Showing <b>{formatCount(shown)}</b> {shown === 1 ? 'entry' : 'entries'}
      </span>
      {(lines < shown || noun === 'visit') && (
        <span>
          {' '}
          as <b>{formatCount(lines)}</b> {lines === 1 ? noun : `${noun}s`}
        </span>
      )}
    </>
  )
  return (
    <Pager summary={summary} isOld={isOld}>
      <PagerStep icon={ChevronsLeftIcon} label="Newest entries" onClick={onNewest} />
      <PagerStep icon={ChevronLeftIcon} label="Newer entries" onClick={onNewer} />
      <PagerStep icon={ChevronRightIcon} label="Older entries" onClick={onOlder} />
    </Pager>
  )
}
