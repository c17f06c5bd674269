import { type RefObject, useEffect } from 'react'

/** Moves the focus to the main button once it can be pressed, unless the reader has put it elsewhere. */
export function useFocusWhenReady(button: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    if (!isReady || !button.current) return
    const active = document.activeElement
    if (active === null || active.contains(button.current)) button.current.focus()
  }, [button, isReady])
}
