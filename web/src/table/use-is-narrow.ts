import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element is too narrow for all columns, whatever the window is. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, narrowBelowPx: number): boolean {
  const [isNarrow, setIsNarrow] = useState(false)
  useLayoutEffect(() => {
    if (!element.current) return
    // told of the first size too, before anything is painted
    const observer = new ResizeObserver(([entry]) => entry && setIsNarrow(entry.contentRect.width < narrowBelowPx))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, narrowBelowPx])
  return isNarrow
}
