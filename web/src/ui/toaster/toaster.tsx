import { Toast, Toaster as ArkToaster, useToastContext, type ToastOptions } from '@ark-ui/react/toast'
import { Portal } from '@ark-ui/react/portal'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, TriangleAlertIcon, XIcon, type LucideIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { useStore } from '../../lib/use-store.ts'
import { Icon } from '../icon.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { Reference } from '../buttons/reference.tsx'
import { Spinner } from '../spinner.tsx'
import { toast, toastDurationsMs, toaster, type ToastType } from '../toasts.ts'
import { hiddenToasts, useFitsWindow } from './use-fits-window.ts'
import { useToastRegion } from './use-toast-region.ts'
import styles from './toaster.module.css'

const icons: Record<Exclude<ToastType, 'loading'>, LucideIcon> = {
  info: InfoIcon,
  error: CircleAlertIcon,
  success: CircleCheckIcon,
  warning: TriangleAlertIcon,
}

/** The region at the bottom end that shows toasts. It is mounted once, at the root. */
export function Toaster() {
  const element = useRef<HTMLDivElement>(null)
  const region = useToastRegion(element)
  const hidden = useStore(hiddenToasts)
  return (
    <Portal>
      {/* The region is beside the page and marked. Otherwise an open dialog would hide it from assistive technology together with the page. */}
      <ArkToaster ref={element} toaster={toaster} className={styles.region} data-live-announcer="">
        {(shown) => <ShownToast shown={shown} region={region} />}
      </ArkToaster>
      {hidden > 0 && (
        <p className={styles.hidden} data-live-announcer="">
          {hidden} more
        </p>
      )}
    </Portal>
  )
}

type ShownToastProps = { shown: ToastOptions; region: ReturnType<typeof useToastRegion> }

function ShownToast({ shown: { id = '', type: shownType, title, meta }, region }: ShownToastProps) {
  const type = (shownType ?? 'info') as ToastType
  const { visible } = useToastContext()
  const root = useRef<HTMLDivElement>(null)
  const fits = useFitsWindow(root)
  const count = Number(meta?.['count'] ?? 1)
  useToastTimer({ id, type, text: title, count }, region.isPaused)
  useLayoutEffect(() => {
    if (!visible) region.forget(root.current)
    // The behaviour of the region does not change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [visible])
  return (
    <Toast.Root
      ref={root}
      className={classNames(styles.toast, styles[type], !fits && styles.above)}
      // Errors interrupt screen readers, other toasts wait for a pause.
      role={type === 'error' ? 'alert' : 'status'}
      data-toast={id}
      // A toast that slides under a resting pointer is not kept open.
      onPointerMove={(event) => region.setPointedAt(event.currentTarget)}
      onPointerLeave={() => region.setPointedAt(null)}
    >
      {/* Only the icon has a colour. */}
      <span className={styles.icon}>{type === 'loading' ? <Spinner /> : <Icon icon={icons[type]} stroke={2} />}</span>
      <div>
        <div className={styles.text}>
          <Toast.Title>
            <span>{title}</span>
            {count > 1 && <span className="muted"> ({count} times)</span>}
          </Toast.Title>
        </div>
        <Reference requestId={meta?.['requestId']} />
      </div>
      <Toast.CloseTrigger asChild>
        {/* A click on it does not move the focus. */}
        <IconButton icon={XIcon} label="Dismiss" size="small" onMouseDown={(event) => event.preventDefault()} />
      </Toast.CloseTrigger>
    </Toast.Root>
  )
}

type TimedToast = { id: string; type: ToastType; text: ReactNode; count: number }

/** Dismisses a toast when its time is over. While paused, the remaining time does not change. An update restarts it. */
function useToastTimer({ id, type, text, count }: TimedToast, isPaused: boolean): void {
  const leftMs = useRef<number>(toastDurationsMs[type])
  useEffect(() => {
    leftMs.current = toastDurationsMs[type]
  }, [type, text, count])
  useEffect(() => {
    if (isPaused || leftMs.current === Infinity) return
    const startedAtMs = Date.now()
    const timer = setTimeout(() => toast.dismiss(id), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= Date.now() - startedAtMs
    }
  }, [id, type, text, count, isPaused])
}
