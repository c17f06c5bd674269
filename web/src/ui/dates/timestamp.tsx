import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { explainTimestamp } from '../../lib/timestamps.ts'
import styles from './timestamp.module.css'

type TimestampProps = {
  time: Date | string | null | undefined
  /** The text that is shown instead of date and time: "Expires 20 November 2026". */
  children?: ReactNode
}

/**
 * A time in UTC: "20 November 2026, 07:17". On hover, tap or focus it also shows the time in the reader's own zone and
 * how long ago it was. The list says once that its times are in UTC.
 */
export function Timestamp({ time, children }: TimestampProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const date = time ? new Date(time) : null
  if (!date || Number.isNaN(date.getTime())) return null
  return (
    <span
      className={styles.timestamp}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIsOpen(false)}
      onFocus={() => setIsOpen(true)}
      onBlur={() => setIsOpen(false)}
    >
      <time
        dateTime={date.toISOString()}
        // Keyboard users see on focus what others see on hover.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-describedby={isOpen ? id : undefined}
      >
        {children ?? (
          <>
            {formatDate(date)}, <span className="time">{formatTime(date)}</span>
          </>
        )}
      </time>
      {isOpen && <Explanation id={id} time={date} onClose={() => setIsOpen(false)} />}
    </span>
  )
}

function Explanation({ id, time, onClose }: { id: string; time: Date; onClose: () => void }) {
  const box = useRef<HTMLSpanElement>(null)
  const [nowMs] = useState(() => Date.now())
  useEffect(() => {
    const closing = new AbortController()
    const options = { capture: true, signal: closing.signal }
    const place = () => box.current && showBeside(box.current)
    place()
    window.addEventListener('scroll', place, options)
    // This runs before a dialog gets the event, because the first Escape closes what is on top.
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      },
      options,
    )
    return () => closing.abort()
  }, [onClose])
  return (
    <span ref={box} id={id} className={styles.box} role="tooltip" popover="manual">
      {explainTimestamp(time, nowMs).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}

/** Places it below the time, or above it if there is no space, and inside the window. */
function showBeside(box: HTMLElement): void {
  const anchor = box.parentElement?.getBoundingClientRect()
  if (!anchor) return
  box.showPopover()
  const { width, height } = box.getBoundingClientRect()
  const isBelow = anchor.bottom + height <= window.innerHeight
  box.style.top = `${isBelow ? anchor.bottom : anchor.top - height}px`
  box.style.left = `${Math.max(8, Math.min(anchor.left - 10, window.innerWidth - width - 8))}px`
}
