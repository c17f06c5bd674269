import { useState } from 'react'
import { useBackOnline } from './use-back-online.ts'

/** Repeats the failed work. Rejects if it fails again. */
export type Again = () => Promise<unknown>

/**
 * Repeats failed work when a button is pressed, or automatically when the network is back.
 * @param isLost whether the work failed for want of a network
 * @returns the props of the button's line, panel or page
 */
export function useRetry(again: Again, isLost = true) {
  const [retrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    // The failure is still shown.
    await again().catch(() => undefined)
    setRetrying(false)
  }
  useBackOnline(isLost, () => void retry())
  return { retrying, onRetry: () => void retry() }
}
