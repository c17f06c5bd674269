import type { ReactNode } from 'react'
import { RotateCcwIcon } from 'lucide-react'
import { offlineText } from '../../lib/offline.ts'
import { useOffline } from '../../lib/use-offline.ts'
import { Button } from '../buttons/button.tsx'
import { Reference } from '../buttons/reference.tsx'
import { Scale } from '../values/scale.tsx'
import { Note } from './note.tsx'
import styles from './empty-state.module.css'

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
