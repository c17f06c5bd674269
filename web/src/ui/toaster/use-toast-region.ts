import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { isComposing } from '../../lib/is-composing.ts'
import { toast } from '../toasts.ts'

/**
 * Tracks focus and pointer in the toast region. Toasts stay while the page is hidden, while the pointer is over one of
 * them and while the focus is in the region.
 */
export function useToastRegion(region: RefObject<HTMLElement | null>) {
  const isHidden = useSyncExternalStore(onVisibilityChange, () => document.hidden)
  const [pointedAt, setPointedAt] = useState<Element | null>(null)
  const { hasFocus, giveFocusBack } = useRegionFocus(region)
  return {
    isPaused: isHidden || pointedAt !== null || hasFocus,
    setPointedAt,
    /** There is no event when the element with the pointer or the focus is removed. */
    forget: (leaving: Element | null) => {
      setPointedAt((element) => (element === leaving ? null : element))
      const isLast = !region.current?.querySelector('[data-state=open]')
      if (isLast || leaving?.contains(document.activeElement)) giveFocusBack()
    },
  }
}

function useRegionFocus(region: RefObject<HTMLElement | null>) {
  const [hasFocus, setHasFocus] = useState(false)
  const cameFrom = useRef<HTMLElement | null>(null)

  useEffect(() => {
    const isInside = (target: EventTarget | null) => target instanceof Node && !!region.current?.contains(target)
    let byKeyboard = false
    const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
      // A click also focuses a toast, and nothing would move that focus away again.
      setHasFocus(isInside(target) && byKeyboard)
      if (!isInside(target)) cameFrom.current = null
      else if (relatedTarget instanceof HTMLElement && !isInside(relatedTarget)) cameFrom.current = relatedTarget
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!isInside(relatedTarget)) setHasFocus(false)
    }
    const onMouseDown = () => void (byKeyboard = false)
    const onKeyDown = (event: KeyboardEvent) => {
      byKeyboard = true
      if (!isInside(event.target) || event.key !== 'Escape' || isComposing(event)) return
      event.preventDefault()
      // The focus is in the region but not in a toast, so all of them are dismissed.
      toast.dismiss((event.target as Element).closest<HTMLElement>('[data-toast]')?.dataset.toast)
    }
    // An open dialog, which listens on the document, would take the focus back or close.
    const keepInside = (event: Event) => {
      if (isInside(event.target)) event.stopPropagation()
    }
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    window.addEventListener('focusin', onFocusIn, options)
    window.addEventListener('focusout', onFocusOut, options)
    window.addEventListener('keydown', onKeyDown, options)
    window.addEventListener('mousedown', onMouseDown, options)
    for (const type of ['focusin', 'keydown', 'pointerdown']) {
      window.addEventListener(type, keepInside, options)
    }
    return () => listening.abort()
  }, [region])

  return {
    hasFocus,
    giveFocusBack: () => {
      const active = document.activeElement
      if (!(active instanceof HTMLElement) || !region.current?.contains(active)) return
      if (cameFrom.current?.isConnected) cameFrom.current.focus({ preventScroll: true })
      else active.blur()
    },
  }
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
