import { type RefObject, useLayoutEffect, useState } from 'react'

/** Down to here four columns and three icons stand side by side. */
const narrowBelow = 740

/** Whether an element is too narrow for all columns, whatever the window is. */
export function useIsNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(false)
  useLayoutEffect(() => {
    if (!element.current) return
    // told of the first size too, before anything is painted
    const observer = new ResizeObserver(([entry]) => entry && setIsNarrow(entry.contentRect.width < narrowBelow))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNarrow
}
