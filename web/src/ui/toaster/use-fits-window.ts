import { type RefObject, useEffect, useState } from 'react'
import { createStore } from '../../lib/store.ts'

/** The space at the top for the line that counts what does not fit. */
const roomPx = 64

/** The number of toasts that do not fit the window. */
export const hiddenToasts = createStore(0)

/** Whether a whole toast is below the top of the window. Newer toasts push it up. */
export function useFitsWindow(toast: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true)
  useEffect(() => {
    if (!toast.current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry && setFits(entry.boundingClientRect.top >= roomPx),
      // It changes at the edge, at the line below it, and while it slides in from below the window.
      { root: document, rootMargin: `${-roomPx}px 0px 0px`, threshold: [0, 0.5, 1] },
    )
    observer.observe(toast.current)
    return () => observer.disconnect()
  }, [toast])
  useEffect(() => {
    if (fits) return
    hiddenToasts.set(hiddenToasts.get() + 1)
    return () => hiddenToasts.set(hiddenToasts.get() - 1)
  }, [fits])
  return fits
}
