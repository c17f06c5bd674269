import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pageHeading } from '../lib/page-heading.ts'

/**
 * Moves the focus to the heading after a navigation, so that keyboards and screen readers start there, as after a page
 * load.
 */
export function useFocusHeading(): void {
  // This is the resolved location, because until then the previous page is still shown.
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const previous = useRef(pathname)

  useEffect(() => {
    const isFirst = previous.current === undefined
    if (previous.current === pathname) return
    previous.current = pathname
    if (isFirst) return
    const main = document.querySelector('main')
    // A page may have moved the focus itself, to its field or to the row that was opened.
    if (!main || main.querySelector(':focus') || focusHeading()) return
    // The heading may be waiting for data. Until then the page has the focus.
    main.focus({ preventScroll: true })
    const observer = new MutationObserver(() => {
      const isElsewhere = document.activeElement !== main && document.activeElement !== document.body
      if (isElsewhere || focusHeading()) observer.disconnect()
    })
    observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname])
}

/** Whether the page has a heading yet. */
export function focusHeading(): boolean {
  const heading = pageHeading()
  heading?.focus({ preventScroll: true })
  return heading !== null
}
