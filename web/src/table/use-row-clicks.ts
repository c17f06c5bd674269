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
    const onMouseDown = (event: MouseEvent) => {
      press = event
      const row = event.target instanceof Element ? event.target.closest('tbody tr') : null
      // With a key held, Firefox would select the cell, and others the text since the last click.
      if (row && hasModifier(event) && !hasSelectedText(row)) event.preventDefault()
    }
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
      const isForOtherTab = event.button === 1 || hasModifier(event)
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

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) => altKey || ctrlKey || metaKey || shiftKey

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
