import { type RefObject, useLayoutEffect, useState } from 'react'

/** The inner width of an element in units of the text size; 0 before the element exists. */
export function useWidthRem(element: RefObject<HTMLElement | null>): number {
  const [widthRem, setWidthRem] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () =>
      setWidthRem(measured.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    // The width is measured at once, because React may paint before the observer's first call.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return widthRem
}
