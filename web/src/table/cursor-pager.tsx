import { ChevronLeftIcon, ChevronRightIcon, ChevronsLeftIcon } from 'lucide-react'
import { formatCount } from '../lib/numbers.ts'
import { Pager, PagerStep } from './pager.tsx'

type CursorPagerProps = {
  /** The number of entries on the page. */
  shown: number
  /** Null at an end. */
  onNewest: (() => void) | null
  onNewer: (() => void) | null
  onOlder: (() => void) | null
  isOld: boolean
}

/** Pages through a list that is too long to count, newest first. */
export function CursorPager({ shown, onNewest, onNewer, onOlder, isOld }: CursorPagerProps) {
  const summary = (
    <>
      Showing <b>{formatCount(shown)}</b> {shown === 1 ? 'entry' : 'entries'}
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
