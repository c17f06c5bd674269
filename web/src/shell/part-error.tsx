import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { RotateCcwIcon } from 'lucide-react'
import { useBack } from '../lib/back.ts'
import { offlineText } from '../lib/offline.ts'
import { useRetry, type Again } from '../lib/use-retry.ts'
import { useOffline } from '../lib/use-offline.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ErrorLine } from '../ui/page/error-panel.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './part-error.module.css'

const failedText = 'Couldn’t load this part of the page'

/** Replaces a section that failed. */
export function FailedSection({ again }: { again: Again }) {
  return <ErrorLine title={failedText} {...useRetry(again)} />
}

/**
 * Replaces a dialog that failed. It uses the browser's own dialog, because the code of our dialogs may be what is
 * missing.
 */
export function DialogError({ again, onClose }: { again: Again; onClose: (() => void) | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isOffline = useOffline()
  const { retrying, onRetry } = useRetry(again)
  useBack(true, () => onClose?.())
  // The cleanup runs before the element is removed.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // A dialog below listens at the document, and would take the focus or close.
    const keepFromOthers = (event: Event) => {
      if (event.target instanceof Node && element?.contains(event.target)) event.stopPropagation()
    }
    const listening = new AbortController()
    for (const type of ['pointerdown', 'focusin', 'keydown'])
      window.addEventListener(type, keepFromOthers, { capture: true, signal: listening.signal })
    return () => {
      listening.abort()
      // Closing returns the focus.
      element?.close()
    }
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={titleId}>Something went wrong</h2>
      <p role="alert">
        {`${failedText}. ${isOffline ? `${offlineText} ` : ''}If this keeps happening, reload the page.`}
      </p>
      <div className={styles.foot}>
        {onClose && <Button onClick={onClose}>Close</Button>}
        <Button variant="primary" startIcon={RotateCcwIcon} busy={retrying} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </dialog>,
    document.body,
  )
}

/** Keeps an error of a section from the rest of the page. */
export function Section({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary instead={(again) => <FailedSection again={async () => again()} />}>{() => children}</ErrorBoundary>
  )
}
