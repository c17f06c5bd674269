import { type RefObject, useEffect } from 'react'

/** The same widths as in scroll-table.module.css. */
const fadePx = 56

/**
 * Scrolls the cell that gets the focus by keyboard out from under the header, the pinned cells and the fading edge. The
 * browser considers it in view there.
 */
export function useFocusInView(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const show = ({ target }: FocusEvent) => {
      if (!(target instanceof Element && target.matches(':focus-visible'))) return
      const cell = target.closest('th, td')
      if (!cell) return
      const coveredBy = (side: 'left' | 'right', other: Element | null | undefined) =>
        other && other !== cell && getComputedStyle(other)[side] === '0px' ? other.getBoundingClientRect().width : 0
      const head = element.querySelector('thead')
      const groupHeading = element.querySelector<HTMLElement>('th[scope=rowgroup]')
      const top = cell.closest('tbody') ? (head?.offsetHeight ?? 0) + (groupHeading?.offsetHeight ?? 0) : 0
      const left = coveredBy('left', cell.parentElement?.firstElementChild)
      const right = coveredBy('right', cell.parentElement?.lastElementChild) || fadePx
      element.style.scrollPadding = `${top}px ${right}px 0 ${left}px`
      // A heading may be wider than its cell.
      for (const each of [cell, target]) each.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    element.addEventListener('focusin', show)
    return () => element.removeEventListener('focusin', show)
  }, [box])
}
