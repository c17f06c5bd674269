import { useEffect } from 'react'
import { askEntry } from './entry.ts'

/**
 * Refetches the session when the window gets the focus again, because the name, e-mail or role may have changed
 * elsewhere.
 */
export function useFreshSession(isPaused: boolean): void {
  useEffect(() => {
    if (isPaused) return
    const ask = () => void askEntry()
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [isPaused])
}
