import type { ReactNode } from 'react'
import { splitBytes } from '../../lib/bytes.ts'
import { formatDuration } from '../../lib/durations.ts'
import styles from './readout.module.css'

/** A line of figures: one at the left, one at the right. */
export function Readout({ start, end }: { start: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles.readout}>
      <span>{start}</span>
      {end && <span>{end}</span>}
    </div>
  )
}

/** The progress in large type, and in bytes: "62%" and "2.98 of 4.81 GB". */
export function ProgressReadout(props: { percent: number; doneBytes: number; totalBytes: number }) {
  const { percent, doneBytes, totalBytes } = props
  const done = splitBytes(doneBytes)
  const total = splitBytes(totalBytes)
  return (
    <div className={styles.readout}>
      <strong>
        {Math.floor(percent)}
        <small>%</small>
      </strong>
      <span>
        <span>{done.figure}</span> {done.unit !== total.unit && <span className="unit">{done.unit} </span>}
        <span>of {total.figure}</span> <span className="unit">{total.unit}</span>
      </span>
    </div>
  )
}

/** The speed and the remaining time: "21.8 MB/s" and "1 min 24 s left". Empty until they are known. */
export function PaceReadout(props: { bytesPerSecond: number | null; secondsLeft: number | null }) {
  const { bytesPerSecond, secondsLeft } = props
  const speed = bytesPerSecond === null ? null : splitBytes(bytesPerSecond)
  return (
    <Readout
      start={
        speed && (
          <>
            {speed.figure} <span className="unit">{speed.unit}/s</span>
          </>
        )
      }
      end={secondsLeft === null ? null : `${formatDuration(secondsLeft)} left`}
    />
  )
}
