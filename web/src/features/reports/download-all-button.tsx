import { DownloadIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { showFailure } from '../../api/show-failure.ts'
import { type Days, hasDays } from '../../lib/days.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import styles from './download-all-button.module.css'
import type { DownloadProgress } from './download-all.ts'

const WhichReportsDialog = fetchedLater(async () => (await import('./which-reports-dialog.tsx')).WhichReportsDialog)

type DownloadAllProps = {
  /** The number of all the user's reports, regardless of the filter; undefined until the first response. */
  total: number | undefined
  /** The number of reports that the filter shows. */
  shown: number | undefined
  /** The filter. */
  days: Days
  isRunning: boolean
  disabled: boolean
  onDownload: (days: Days, total: number) => void
}

/**
 * The button's space is reserved until it is known whether there are reports. If a filter excludes some, the button
 * asks which reports to download.
 */
export function DownloadAll({ total, shown = 0, days, isRunning, disabled, onDownload }: DownloadAllProps) {
  const [isAsking, setIsAsking] = useState(false)
  useFetchAhead(WhichReportsDialog)
  if (total === 0) return null
  return (
    <>
      <Button
        className={total === undefined ? styles.unknown : undefined}
        variant="primary"
        startIcon={DownloadIcon}
        busy={isRunning}
        disabled={disabled}
        // A button that is disabled by its attribute loses the focus.
        aria-disabled={isRunning || undefined}
        onClick={() => (hasDays(days) && shown !== total ? setIsAsking(true) : onDownload({}, total ?? 0))}
      >
        Download all
      </Button>
      {isAsking && total !== undefined && (
        <WhichReportsDialog
          days={days}
          shown={shown}
          total={total}
          onClose={() => setIsAsking(false)}
          onDownload={onDownload}
        />
      )}
    </>
  )
}

/** Runs one download at a time of all reports of a user, or of those of some days. Leaving the page ends it. */
export function useDownloadAll(userId: string, fullName: string) {
  const [progress, setProgress] = useState<(DownloadProgress & { total: number }) | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [userId])

  async function start(days: Days, total: number) {
    const controller = new AbortController()
    running.current = controller
    const show = (now: DownloadProgress) => setProgress({ ...now, total })
    show({ reports: 0, bytes: 0 })
    try {
      const { downloadAllReports } = await import('./download-all.ts')
      await downloadAllReports({ userId, fullName, days, signal: controller.signal, onProgress: show })
    } catch (error) {
      if (controller.signal.aborted) return
      showFailure(error, 'Failed to fetch all reports')
    } finally {
      if (running.current === controller) setProgress(null)
    }
  }

  return { progress, start, cancel: () => running.current?.abort() }
}
