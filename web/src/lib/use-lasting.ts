import { useEffect, useState } from 'react'

const delayMs = 300

/** Whether a state has lasted so long that it has to be shown. */
export function useLasting(isSo: boolean): boolean {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setIsLasting(true), delayMs)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [isSo])
  return isLasting
}
