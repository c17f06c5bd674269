import type { RefObject } from 'react'
import { useWidthRem } from '../lib/use-width-rem.ts'

/** Whether an element, not the window, is too narrow for all columns. The limit grows with the size of the text. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, narrowBelowPx: number): boolean {
  const widthRem = useWidthRem(element)
  return widthRem > 0 && widthRem < narrowBelowPx / 16
}
