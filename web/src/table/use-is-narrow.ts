import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element, not the window, is too narrow for all columns. The limit grows with the size of the text. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, narrowBelowPx: number): boolean {
  const [isNarrow, setIsNarrow] = useState(false)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const limitPx = (narrowBelowPx / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setIsNarrow(measured.clientWidth < limitPx)
    }
    // at once, because React may paint rows that are there already before it takes the observer's first call
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, narrowBelowPx])
  return isNarrow
}
