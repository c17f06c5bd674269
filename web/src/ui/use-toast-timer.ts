import { useEffect, useRef } from 'react'
import { toast, toastDurationsMs, type ToastType } from './toasts.ts'

type TimedToast = { id: string; type: ToastType; text: string }

/** Dismisses a toast when its time is over. While on hold the remaining time does not change; an update restarts it. */
export function useToastTimer({ id, type, text }: TimedToast, onHold: boolean): void {
  const leftMs = useRef<number>(toastDurationsMs[type])
  useEffect(() => {
    leftMs.current = toastDurationsMs[type]
  }, [type, text])
  useEffect(() => {
    if (onHold || leftMs.current === Infinity) return
    const startedAtMs = Date.now()
    const timer = setTimeout(() => toast.dismiss(id), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= Date.now() - startedAtMs
    }
  }, [id, type, text, onHold])
}
