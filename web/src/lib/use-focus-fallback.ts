import { useEffect } from 'react'
import { pageHeading } from './page-heading.ts'

/**
 * When the focused element is removed (a deleted row, a replaced button), the focus moves to its dialog, or else to the
 * heading of the page, instead of the start of the document.
 */
export function useFocusFallback(): void {
  useEffect(() => {
    let focused: Element | null = null
    let dialog: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null
      dialog = focused?.closest('[role=dialog], [role=alertdialog]') ?? null
    }
    const keep = () => {
      // A closing dialog returns the focus by itself.
      const isLost = focused?.isConnected === false && dialog?.isConnected !== false
      if (!isLost || document.activeElement !== document.body) return
      const next = dialog ?? pageHeading()
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}
