import type { ReactNode } from 'react'
import { RotateCcwIcon } from 'lucide-react'
import { offlineText } from '../../lib/offline.ts'
import { useOffline } from '../../lib/use-offline.ts'
import { Button } from '../buttons/button.tsx'
import { Note } from './note.tsx'
import { Reference } from '../buttons/reference.tsx'
import { Scale } from '../values/scale.tsx'
import { Loading } from '../spinner.tsx'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  title?: string
  subtitle?: string | undefined
  /** A smaller third line, which says where the items of the list come from. */
  hint?: string | undefined
  /** The next step: one button or link. */
  action?: ReactNode
}

/** Shown for an empty list. The needle of the scale is left of zero. */
export function EmptyState({ title = 'No items.', subtitle, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.state} role="status">
      <Scale needle="before" />
      <b>{title}</b>
      {subtitle && <p>{subtitle}</p>}
      {hint && <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  )
}

export function LoadingState() {
  return <Loading className={styles.state} />
}

export type ErrorPanelProps = {
  title: string
  subtitle?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean
  /** Shown beside the button. */
  other?: ReactNode
  /** The ID of a request that failed in the server. */
  requestId?: string | undefined
}

/** Shown for a failure. The needle of the scale is past the end. */
export function ErrorPanel({ title, subtitle, onRetry, retrying = false, other, requestId }: ErrorPanelProps) {
  const isOffline = useOffline()
  return (
    <div className={styles.state} role="alert">
      <Scale needle="after" />
      <b>{title}</b>
      {subtitle && <p>{subtitle}</p>}
      {isOffline && <p>{offlineText}</p>}
      {onRetry && (
        <div className={styles.buttons}>
          {other}
          <Button size="small" startIcon={RotateCcwIcon} busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      <Reference requestId={requestId} />
    </div>
  )
}

/** Shows a failure in one line, above the content that is still shown. */
export function ErrorLine({ title, subtitle, onRetry, retrying = false, requestId }: ErrorPanelProps) {
  const isOffline = useOffline()
  return (
    <div className={styles.line}>
      <Note tone="danger">
        <span className={styles.lineText}>
          <span>
            <b>{title}</b>
            {subtitle && <span>. {subtitle}</span>}
            {isOffline && <span>. {offlineText}</span>}
            <Reference requestId={requestId} />
          </span>
          {onRetry && (
            <Button size="small" startIcon={RotateCcwIcon} busy={retrying} onClick={onRetry}>
              Try again
            </Button>
          )}
        </span>
      </Note>
    </div>
  )
}
