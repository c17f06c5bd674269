import { formatDate, formatTime } from '../../../lib/dates.ts'
import { useWidthRem } from '../../../lib/use-width-rem.ts'
import { Curve, Ticks } from './curve.tsx'
import { marksOf } from './marks.ts'
import { rangeOf, type Reading, type TimedReport, textAt } from './readings.ts'
import { type NeedleActions, useNeedle } from './use-needle.ts'
import styles from './plot.module.css'

type PlotProps = NeedleActions & { reports: TimedReport[]; readings: Reading[] }

/** A row for each reading on one axis, with a needle at the report under the pointer, or at the newest report. */
export function Plot({ reports, readings, ...actions }: PlotProps) {
  const { at, time, times, places, ruler, style, pointer, slider } = useNeedle(reports, readings, actions)
  const marks = marksOf(times, useWidthRem(ruler))
  const markLines = marks.map(({ place }) => `M${(place * 1000).toFixed(1)} 0V48`).join('')
  return (
    <div className={styles.plot} style={style} {...pointer}>
      {readings.map((reading) => {
        const value = textAt(reading, at)
        return (
          <div key={reading.key} className={styles.row}>
            <p className={styles.name} title={reading.title}>
              <b>{reading.title}</b>
              <span className="unit">
                {rangeOf(reading)} {reading.unit}
              </span>
            </p>
            <div className={styles.cell}>
              <Curve reading={reading} times={times} at={at} height={48} marks={markLines} />
            </div>
            {/* A new element for each report, because texts that move would count as a shift of the layout. */}
            <p key={at} className={styles.reading}>
              <b>{value ?? '-'}</b>
              <span className="unit">{value === null ? '' : reading.unit}</span>
            </p>
          </div>
        )
      })}
      <div className={styles.scale}>
        <p className={styles.name}>
          Date generated <span className="unit">UTC</span>
        </p>
        <div className={styles.cell}>
          <div className={styles.ruler} {...slider}>
            <Ticks places={places} />
            {marks.map(({ place, label }) => (
              <span key={place} className="unit" style={{ left: `${place * 100}%` }} aria-hidden="true">
                {label}
              </span>
            ))}
          </div>
        </div>
        <p key={at} className={styles.date}>
          {formatDate(time)}, <span className="time">{formatTime(time)}</span>
        </p>
      </div>
    </div>
  )
}
