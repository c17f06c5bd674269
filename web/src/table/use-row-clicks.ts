import { type RefObject, useEffect } from 'react'

/** How far the mouse moves between press and release in a drag. */
const dragPx = 10

/**
 * Makes a click anywhere in a row click its link or button with this class, except at the end of a drag, which selects
 * text. A link stretched over the row would not allow selecting text.
 */
export function useRowClicks(box: RefObject<HTMLElement | null>, rowLinkClass: string): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    let press: MouseEvent | undefined
    const onMouseDown = (event: MouseEvent) => void (press = event)
    const open = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const row = target?.closest('tbody tr')
      if (!target || !row || target.closest('button')) return
      if (hasSelectedText(row) || isDrag(press, event)) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      const link = target.closest('a') ? null : row.querySelector<HTMLElement>(`.${CSS.escape(rowLinkClass)}`)
      if (!link || event.button > 1) return
      const { altKey, ctrlKey, metaKey, shiftKey } = event
      const isForOtherTab = event.button === 1 || altKey || ctrlKey || metaKey || shiftKey
      // Safari ignores the modifier keys of a click that a script makes.
      if (isForOtherTab && link instanceof HTMLAnchorElement) window.open(link.href, '_blank', 'noopener')
      else if (event.button === 0) link.click()
    }
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    element.addEventListener('mousedown', onMouseDown, options)
    element.addEventListener('click', open, options)
    element.addEventListener('auxclick', open, options)
    return () => listening.abort()
  }, [box, rowLinkClass])
}

function hasSelectedText(row: Element): boolean {
  const selection = document.getSelection()
  return selection !== null && selection.toString() !== '' && selection.containsNode(row, true)
}

/** In Safari no selection can begin in a link, but users may try. */
function isDrag(press: MouseEvent | undefined, { clientX, clientY, detail }: MouseEvent): boolean {
  // The click comes from the keyboard or a script.
  if (!press || detail === 0) return false
  return Math.hypot(clientX - press.clientX, clientY - press.clientY) > dragPx
}
