import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element, not the window, is too narrow for all columns. The limit grows with the size of the text. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, narrowBelowPx: number): boolean {
  const [isNarrow, setIsNarrow] = useState(false)
  useLayoutEffect(() => {
    if (!element.current) return
    // called with the first size too, before anything is painted
    const observer = new ResizeObserver(([entry]) => {
      const limitPx = (narrowBelowPx / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      if (entry) setIsNarrow(entry.contentRect.width < limitPx)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, narrowBelowPx])
  return isNarrow
}
