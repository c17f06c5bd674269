import { useEffect, useState } from 'react'

/** Whether a state has lasted for at least this time. */
export function useLasting(isSo: boolean, delayMs: number): boolean {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setIsLasting(true), delayMs)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [isSo, delayMs])
  return isLasting
}
