import { type RefObject, useEffect } from 'react'
import { entryKey } from '../lib/back.ts'

/** The position of a table when it was left through the link of a row. */
type Leaving = { scrollTop: number; href: string }

/** By the key of the entry in the browser's history. */
const leavings = new Map<unknown, Leaving>()
const remembered = 50

/**
 * Restores a table on Back: scrolled to the same position, with the row that was opened marked and focused. Each entry
 * of the browser's history has its own position, which a reload forgets.
 */
export function useReturn(box: RefObject<HTMLElement | null>, rowLinkClass: string): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const selector = `a.${CSS.escape(rowLinkClass)}`
    const left = leavings.get(entryKey())
    if (left) restore(element, selector, left)

    const remember = (event: MouseEvent) => {
      const opened = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(selector) : null
      if (!opened) return
      // Another page of the list is another entry, in which the table has stayed.
      const entry = entryKey()
      leavings.delete(entry)
      leavings.set(entry, { scrollTop: element.scrollTop, href: opened.href })
      const [oldest] = leavings.keys()
      if (leavings.size > remembered && oldest !== undefined) leavings.delete(oldest)
    }
    element.addEventListener('click', remember)
    return () => element.removeEventListener('click', remember)
  }, [box, rowLinkClass])
}

function restore(element: HTMLElement, selector: string, { scrollTop, href }: Leaving): void {
  const link = [...element.querySelectorAll<HTMLAnchorElement>(selector)].find((each) => each.href === href)
  if (!link) return
  element.scrollTop = scrollTop
  link.closest('tr')?.setAttribute('data-returned', '')
  link.focus({ preventScroll: true })
  link.scrollIntoView({ block: 'nearest' })
}
