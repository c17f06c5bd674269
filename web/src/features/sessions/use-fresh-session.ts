import { useEffect } from 'react'
import { askEntry } from './entry.ts'

/** Asks who is signed in when one comes back to the window: the name, e-mail or role may have changed elsewhere. */
export function useFreshSession(isPaused: boolean): void {
  useEffect(() => {
    if (isPaused) return
    const ask = () => void askEntry()
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [isPaused])
}
