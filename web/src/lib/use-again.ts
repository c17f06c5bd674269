import { useState } from 'react'
import { useBackOnline } from './use-back-online.ts'

/** Repeats what failed. Rejects if it fails again. */
export type Again = () => Promise<unknown>

/** Repeats what failed: by a button, or by itself when the network is back. */
export function useAgain(again: Again) {
  const [isTrying, setIsTrying] = useState(false)
  const tryAgain = async () => {
    setIsTrying(true)
    // it is still shown that it failed
    await again().catch(() => undefined)
    setIsTrying(false)
  }
  useBackOnline(true, () => void tryAgain())
  return { isTrying, tryAgain: () => void tryAgain() }
}
