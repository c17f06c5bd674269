import type { CSSProperties } from 'react'
import { scaleOf } from '../../../lib/line-scale.ts'
import { heightOf, pathOf } from './axis.ts'
import { numbersIn, type Reading } from './readings.ts'
import styles from './curve.module.css'

type CurveProps = { reading: Reading; times: number[]; at: number; height: number; marks?: string }

/** The lines of a reading on one scale, each with a dot at the needle. */
export function Curve({ reading, times, at, height, marks }: CurveProps) {
  const scale = scaleOf(numbersIn(reading))
  return (
    <>
      <svg className={styles.lines} viewBox={`0 0 1000 ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {marks && <path className={styles.mark} d={marks} />}
        <path d={reading.lines.map((values) => pathOf(values, times, scale, height)).join('')} />
      </svg>
      {reading.lines.map(({ [at]: value }, index) =>
        value == null ? null : (
          <span key={index} className={styles.place} style={{ '--y': heightOf(value, scale) } as CSSProperties}>
            <i className={styles.dot} />
          </span>
        ),
      )}
    </>
  )
}

/** The ticks of the scale: one for each report. */
export function Ticks({ places }: { places: number[] }) {
  return (
    <svg className={styles.ticks} viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <path d={places.map((place) => `M${(place * 1000).toFixed(1)} 0V10`).join('')} />
    </svg>
  )
}
