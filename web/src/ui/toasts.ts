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

/**
 * Shows a toast and returns its ID. A toast with the same text is not shown again but counted. A loading toast is never
 * counted, because it is changed by its ID.
 */
function show(type: ToastType, text: ReactNode, requestId?: string): string {
  const same = toaster.getVisibleToasts().find((shown) => shown.type === type && shown.title === text)
  if (type === 'loading' || same?.id === undefined)
    return toaster.create({ type, title: text, meta: { requestId }, ...endless })
  const count = Number(same.meta?.['count'] ?? 1) + 1
  return toaster.update(same.id, { ...same, meta: { requestId, count } })
}

export const toast = {
  info: (text: ReactNode) => show('info', text),
  /** @param failure the failure that the toast is about; the ID of its request is shown below the text */
  error: (text: ReactNode, failure?: Failure) => show('error', text, failure?.requestId),
  success: (text: ReactNode) => show('success', text),
  warning: (text: ReactNode) => show('warning', text),
  loading: (text: ReactNode) => show('loading', text),
  /** Replaces a toast, usually a loading one. */
  change: (id: string, type: ToastType, text: ReactNode) => {
    toaster.update(id, { type, title: text, ...endless })
  },
  /** Dismisses a toast, or all of them without an ID. */
  dismiss: (id?: string) => toaster.dismiss(id),
}
