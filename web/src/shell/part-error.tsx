import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { RotateCcwIcon } from 'lucide-react'
import { useBack } from '../lib/back.ts'
import { offlineText } from '../lib/offline.ts'
import { useAgain, type Again } from '../lib/use-again.ts'
import { useOffline } from '../lib/use-offline.ts'
import { Button, type ButtonProps } from '../ui/buttons/button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './part-error.module.css'

const failedText = 'Couldn’t load this part of the page.'

/** Replaces a section that failed. */
export function SectionError({ again }: { again: Again }) {
  return (
    <div role="alert" className={styles.section}>
      <span>{useFailedText()}</span>
      <TryAgain again={again} size="small" />
    </div>
  )
}

/**
 * Replaces a dialog that failed. It uses the browser's own dialog, because the code of our dialogs may be what is
 * missing.
 */
export function DialogError({ again, onClose }: { again: Again; onClose: (() => void) | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const text = useFailedText()
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
      <p role="alert">{text} If this keeps happening, reload the page.</p>
      <div className={styles.foot}>
        {onClose && <Button onClick={onClose}>Close</Button>}
        <TryAgain again={again} variant="primary" />
      </div>
    </dialog>,
    document.body,
  )
}

function useFailedText(): string {
  return useOffline() ? `${failedText} ${offlineText}` : failedText
}

function TryAgain({ again, ...look }: { again: Again } & Pick<ButtonProps, 'variant' | 'size'>) {
  const { isTrying, tryAgain } = useAgain(again)
  return (
    <Button {...look} startIcon={RotateCcwIcon} busy={isTrying} onClick={tryAgain}>
      Try again
    </Button>
  )
}

/** Keeps an error of a section from the rest of the page. */
export function Section({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary instead={(again) => <SectionError again={async () => again()} />}>{() => children}</ErrorBoundary>
  )
}
