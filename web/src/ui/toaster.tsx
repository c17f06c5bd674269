import { Toast, Toaster as ArkToaster } from '@ark-ui/react/toast'
import { Portal } from '@ark-ui/react/portal'
import { useEffect, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { Spinner } from './spinner.tsx'
import './toast-icons.ts'
import { pauseToastsWhileHidden, toaster, type ToastType } from './toasts.ts'
import styles from './toaster.module.css'

const icons: Record<Exclude<ToastType, 'loading'>, IconName> = {
  info: 'info',
  error: 'circle-alert',
  success: 'circle-check',
  warning: 'triangle-alert',
}

/** The region at the bottom end that shows toasts; mounted once, at the root. */
export function Toaster() {
  useEffect(pauseToastsWhileHidden, [])
  return (
    <Portal>
      {/* beside the page and marked, or an open dialog would hide it from assistive technology with the page */}
      <ArkToaster toaster={toaster} className={styles.region} data-live-announcer="">
        {(shown) => {
          const type = (shown.type ?? 'info') as ToastType
          return (
            <Toast.Root className={toastClass(type)} role={toastRole(type)}>
              <ToastFace
                type={type}
                text={<Toast.Title>{shown.title}</Toast.Title>}
                dismiss={
                  <Toast.CloseTrigger asChild>
                    <IconButton icon="x" label="Dismiss" size="small" />
                  </Toast.CloseTrigger>
                }
              />
            </Toast.Root>
          )
        }}
      </ArkToaster>
    </Portal>
  )
}

export function toastClass(type: ToastType): string {
  return classNames(styles.toast, styles[type])
}

/** An error interrupts, the others wait for a pause. */
export function toastRole(type: ToastType): 'alert' | 'status' {
  return type === 'error' ? 'alert' : 'status'
}

/** What a toast shows; colour only in the plate of its icon. */
export function ToastFace({ type, text, dismiss }: { type: ToastType; text: ReactNode; dismiss: ReactNode }) {
  return (
    <>
      <span className={styles.icon}>{type === 'loading' ? <Spinner /> : <Icon name={icons[type]} stroke={2} />}</span>
      <div className={styles.text}>{text}</div>
      {dismiss}
    </>
  )
}
