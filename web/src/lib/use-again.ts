import { useState } from 'react'
import { useBackOnline } from './use-back-online.ts'

/** Repeats the failed work. Rejects if it fails again. */
export type Again = () => Promise<unknown>

/** Repeats failed work when a button is pressed, or automatically when the network is back. */
export function useAgain(again: Again) {
  const [isTrying, setIsTrying] = useState(false)
  const tryAgain = async () => {
    setIsTrying(true)
    // The failure is still shown.
    await again().catch(() => undefined)
    setIsTrying(false)
  }
  useBackOnline(true, () => void tryAgain())
  return { isTrying, tryAgain: () => void tryAgain() }
}
