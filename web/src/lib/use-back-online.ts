import { useEffectEvent, useLayoutEffect } from 'react'

/** Runs the action when the network is back, if something waits for it. */
export function useBackOnline(isWaiting: boolean, act: () => void): void {
  const onOnline = useEffectEvent(act)
  // It listens before the failure is painted, so that no later event is missed.
  useLayoutEffect(() => {
    if (!isWaiting) return
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [isWaiting])
}
