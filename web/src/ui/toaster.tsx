import { Toast, Toaster as ArkToaster } from '@ark-ui/react/toast'
import { useEffect } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { Spinner } from './spinner.tsx'
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
    <ArkToaster toaster={toaster} className={styles.region}>
      {(shown) => {
        const type = (shown.type ?? 'info') as ToastType
        return (
          <Toast.Root className={classNames(styles.toast, styles[type])} role={type === 'error' ? 'alert' : 'status'}>
            <span className={styles.icon}>
              {type === 'loading' ? <Spinner /> : <Icon name={icons[type]} stroke={2} />}
            </span>
            <Toast.Title className={styles.text}>{shown.title}</Toast.Title>
            <Toast.CloseTrigger asChild>
              <IconButton icon="x" label="Dismiss" size="small" />
            </Toast.CloseTrigger>
          </Toast.Root>
        )
      }}
    </ArkToaster>
  )
}
