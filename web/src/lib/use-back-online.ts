import { useEffectEvent, useLayoutEffect } from 'react'

/** Runs the action when the network is back, if something waits for it. */
export function useBackOnline(isWaiting: boolean, act: () => void): void {
  const onOnline = useEffectEvent(act)
  // An effect that runs after painting could miss the event that follows what is shown.
  useLayoutEffect(() => {
    if (!isWaiting) return
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [isWaiting])
}
