import { useEffect } from 'react'

/**
 * When what has the focus goes away (a row that left, a button that is replaced), the focus goes to the nearest thing
 * around it that can have it, else to the page, instead of falling to the start of the document.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: Element[] = []
    const remember = ({ target }: FocusEvent) => {
      around = []
      for (let each = target instanceof Element ? target : null; each; each = each.parentElement) around.push(each)
    }
    const isLost = () => around[0]?.isConnected === false && document.activeElement === document.body
    const keep = () => {
      if (!isLost()) return
      const next =
        around.find((each) => each.isConnected && each.matches('[tabindex]')) ?? document.querySelector('main')
      around = []
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    }
    // a dialog that closes gives the focus back by itself, a frame later
    const observer = new MutationObserver(() => isLost() && requestAnimationFrame(() => requestAnimationFrame(keep)))
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [])
}
