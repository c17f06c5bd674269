import { useEffect, useState, type ComponentType } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { toaster } from '../toasts.ts'

const retryAfterMs = 2_000

/**
 * The toaster, which is fetched with the first toast or, with `ahead`, as soon as the page is idle, however long that
 * takes. It also shows earlier toasts.
 */
export function ToasterLater({ ahead }: { ahead: boolean }) {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    if (Toaster) return
    let timer: ReturnType<typeof setTimeout>
    const load = () =>
      void import('./toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => {
          clearTimeout(timer)
          timer = setTimeout(load, retryAfterMs)
        },
      )
    if (toaster.getCount() > 0) load()
    else if (ahead) whenIdle(load)
    const unsubscribe = toaster.subscribe(load)
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [ahead, Toaster])
  return Toaster && <Toaster />
}
