import { DownloadIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import styles from './download-all-button.module.css'
import { withReference } from '../../api/errors.ts'
import { toast } from '../../ui/toasts.ts'
import type { DownloadProgress } from './download-all.ts'

type DownloadAllProps = {
  /** The number of all the user's reports, regardless of the filter; undefined until the first answer. */
  total: number | undefined
  isFiltered: boolean
  isRunning: boolean
  disabled: boolean
  onClick: () => void
}

/**
 * Its space is reserved until it is known whether there are reports. With a filter it says that it downloads all of
 * them.
 */
export function DownloadAll({ total, isFiltered, isRunning, disabled, onClick }: DownloadAllProps) {
  const noteId = useId()
  if (total === 0) return null
  return (
    <div className={total === undefined ? `${styles.all} ${styles.unknown}` : styles.all}>
      <Button
        variant="primary"
        startIcon={DownloadIcon}
        busy={isRunning}
        disabled={disabled}
        // a button that is disabled by its attribute loses the focus
        aria-disabled={isRunning || undefined}
        aria-describedby={isFiltered ? noteId : undefined}
        onClick={onClick}
      >
        Download all
      </Button>
      {isFiltered && (
        <small id={noteId} className={styles.note}>
          {total === 1 ? 'The only report' : `All ${formatCount(total ?? 0)} reports`}, whatever the day
        </small>
      )}
    </div>
  )
}

/** Runs one download of all reports of a user at a time; leaving the page ends it. */
export function useDownloadAll(userId: string, fullName: string) {
  const [progress, setProgress] = useState<DownloadProgress | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [userId])

  async function start() {
    const controller = new AbortController()
    running.current = controller
    setProgress({ reports: 0, bytes: 0 })
    try {
      const { downloadAllReports } = await import('./download-all.ts')
      await downloadAllReports({ userId, fullName, signal: controller.signal, onProgress: setProgress })
    } catch (error) {
      if (controller.signal.aborted) return
      toast.error(withReference('Failed to fetch all reports', error))
    } finally {
      if (running.current === controller) setProgress(null)
    }
  }

  return { progress, start, cancel: () => running.current?.abort() }
}
