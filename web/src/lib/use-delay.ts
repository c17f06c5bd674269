import { useEffect, useState } from 'react'

/** Whether the component has been mounted for at least this time. */
export function useDelay(delayMs: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isOver
}
