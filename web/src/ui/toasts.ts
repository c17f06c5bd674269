import { createToaster } from '@ark-ui/react/toast'
import type { ReactNode } from 'react'
import type { Failure } from '../lib/failure.ts'

export type ToastType = 'info' | 'error' | 'success' | 'warning' | 'loading'

export const toaster = createToaster({
  placement: 'bottom-end',
  gap: 16,
  max: 24,
  removeDelay: 200,
  hotkey: ['altKey', 'KeyT'],
  offsets: {
    top: 'var(--toast-edge)',
    right: 'var(--toast-edge)',
    bottom: 'var(--toast-rise, var(--toast-edge))',
    left: 'var(--toast-edge)',
  },
  pauseOnPageIdle: false,
})

/** How long a toast of each type stays. A loading toast stays until it is changed or dismissed. */
export const toastDurationsMs = { info: 5000, error: 5000, warning: 5000, success: 2000, loading: Infinity } as const

// Ark never ends a toast by itself, because its timers stay paused when the toast that paused them is removed. See
// toaster.tsx.
const endless = { duration: Infinity }

/** Shows a toast and returns its ID. */
const show = (type: ToastType) => (text: ReactNode) => toaster.create({ type, title: text, ...endless })

export const toast = {
  info: show('info'),
  /** @param failure the failure that the toast is about; the ID of its request is shown below the text */
  error: (text: ReactNode, failure?: Failure) =>
    toaster.create({ type: 'error', title: text, meta: { requestId: failure?.requestId }, ...endless }),
  success: show('success'),
  warning: show('warning'),
  loading: show('loading'),
  /** Replaces a toast, usually a loading one. */
  change: (id: string, type: ToastType, text: ReactNode) => {
    toaster.update(id, { type, title: text, ...endless })
  },
  /** Dismisses a toast, or all of them without an ID. */
  dismiss: (id?: string) => toaster.dismiss(id),
}
