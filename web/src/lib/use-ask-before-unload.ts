import { useEffect } from 'react'

/** Makes the browser ask before it reloads or closes a page on which something was typed or chosen. */
export function useAskBeforeUnload(hasDraft: boolean): void {
  useEffect(() => {
    if (!hasDraft) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasDraft])
}
