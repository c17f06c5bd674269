import { formatBytes } from '../../lib/bytes.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Gauge } from '../../ui/values/gauge.tsx'
import { Readout } from '../../ui/values/readout.tsx'
import { Delayed } from '../../ui/spinner.tsx'
import type { DownloadProgress } from './download-all.ts'
import styles from './download-progress.module.css'

type DownloadProgressBarProps = {
  progress: DownloadProgress
  /** The number of all reports. */
  total: number
  onCancel: () => void
}

/** The progress of the download of all reports. A short download never shows it. */
export function DownloadProgressBar({ progress, total, onCancel }: DownloadProgressBarProps) {
  const { reports, bytes } = progress
  return (
    <Delayed>
      <div className={styles.place}>
        <section className={styles.bar} aria-label="Downloading all reports">
          <div className={styles.figures}>
            <Readout
              start={
                <>
                  <b>{formatCount(reports)}</b> of {formatCount(total)} reports
                </>
              }
              end={formatBytes(bytes)}
            />
            <Gauge label="Downloading all reports" percent={total === 0 ? 0 : (reports / total) * 100} announce />
          </div>
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        </section>
      </div>
    </Delayed>
  )
}
