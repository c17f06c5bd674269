import type { Trend } from '@health-console/contract/report-numbers.ts'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { formatDateTime, formatDate, formatTime, toDayValue } from '../../../lib/dates.ts'
import type { Days } from '../../../lib/days.ts'
import { useWidthRem } from '../../../lib/use-width-rem.ts'
import { heightOf, marksOf, pathOf, placesOf } from './axis.ts'
import styles from './over-time.module.css'

export type NamedTrend = Trend & { title: string }
export type TimedReport = { reportId: string; generatedAt: number }

/** A pointer that moves less than this is a click. */
const dragFrom = 8

type PlotProps = {
  /** The times of the reports, oldest first. */
  reports: TimedReport[]
  trends: NamedTrend[]
  onOpen: (reportId: string) => void
  onPoint: (reportId: string | null) => void
  onDays: (days: Days) => void
}

/** Lines on one axis, with a needle at the report under the pointer, or at the newest report. */
export function Plot({ reports, trends, onOpen, onPoint, onDays }: PlotProps) {
  const last = reports.length - 1
  const ruler = useRef<HTMLDivElement>(null)
  const widthRem = useWidthRem(ruler)
  const [at, setAt] = useState(last)
  /** The index of the report where the marking of days began. */
  const [from, setFrom] = useState<number | null>(null)
  const pressed = useRef<{ x: number; index: number } | null>(null)
  const times = reports.map(({ generatedAt }) => generatedAt * 1_000)
  const places = placesOf(times)
  const time = times[at] ?? 0

  const pointAt = (index: number) => {
    setAt(index)
    onPoint(reports[index]?.reportId ?? null)
  }
  const rest = () => {
    setAt(last)
    setFrom(null)
    pressed.current = null
    onPoint(null)
  }
  const open = (index: number) => {
    const report = reports[index]
    if (report) onOpen(report.reportId)
  }
  const choose = (one: number, other: number) => {
    const [first = '', final = ''] = [one, other].toSorted((a, b) => a - b).map((index) => dayOf(times[index] ?? 0))
    setFrom(null)
    onDays(first === final ? { date: first } : { from: first, to: final })
  }
  const nearest = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = ruler.current?.getBoundingClientRect() ?? {}
    const share = (clientX - left) / width
    return places.reduce(
      (best, place, index) => (Math.abs(place - share) < Math.abs((places[best] ?? 0) - share) ? index : best),
      0,
    )
  }

  const onPointerMove = (event: PointerEvent) => {
    const index = nearest(event)
    if (index !== at) pointAt(index)
    const began = pressed.current
    if (began && from === null && Math.abs(event.clientX - began.x) > dragFrom) setFrom(began.index)
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    pressed.current = { x: event.clientX, index: nearest(event) }
  }
  const onPointerUp = (event: PointerEvent) => {
    if (!pressed.current) return
    pressed.current = null
    if (from === null) open(nearest(event))
    else choose(from, nearest(event))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - 7, PageDown: at + 7, Home: 0, End: last }[
      event.key
    ]
    if (next !== undefined) {
      if (event.shiftKey && from === null) setFrom(at)
      if (!event.shiftKey) setFrom(null)
      pointAt(Math.max(0, Math.min(last, next)))
    } else if (event.key === 'Enter' && from === null) open(at)
    else if (event.key === 'Enter' && from !== null) choose(from, at)
    else if (event.key === 'Escape' && from !== null) setFrom(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const marks = marksOf(times, widthRem)
  const lines = marks.map(({ place }) => `M${(place * 1000).toFixed(1)} 0V48`).join('')
  const [low, high] = [Math.min(from ?? at, at), Math.max(from ?? at, at)]
  const begin = places[low] ?? 0
  const style = {
    '--at': places[at] ?? 1,
    '--from': begin,
    '--range': from === null ? 0 : (places[high] ?? 0) - begin,
  } as CSSProperties
  return (
    <div
      className={styles.plot}
      style={style}
      onPointerMove={onPointerMove}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerLeave={rest}
      onPointerCancel={rest}
    >
      {trends.map((trend) => (
        <Line key={trend.path} trend={trend} times={times} at={at} lines={lines} />
      ))}
      <div className={styles.scale}>
        <p className={styles.name}>
          Date generated <span className="unit">UTC</span>
        </p>
        <div className={styles.cell}>
          <div
            ref={ruler}
            className={styles.ruler}
            role="slider"
            tabIndex={0}
            aria-label="Reports over time"
            aria-valuemin={1}
            aria-valuemax={reports.length}
            aria-valuenow={at + 1}
            aria-valuetext={spokenAt(times, trends, at, from)}
            onKeyDown={onKeyDown}
            onBlur={rest}
          >
            <svg viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
              <path d={places.map((place) => `M${(place * 1000).toFixed(1)} 0V10`).join('')} />
            </svg>
            {marks.map(({ place, label }) => (
              <span key={place} className="unit" style={{ left: `${place * 100}%` }} aria-hidden="true">
                {label}
              </span>
            ))}
          </div>
        </div>
        <p className={styles.date}>
          {formatDate(time)}, <span className="time">{formatTime(time)}</span>
        </p>
      </div>
    </div>
  )
}

const dayOf = (time: number) => toDayValue(new Date(time).toISOString().slice(0, 10))

function spokenAt(times: number[], trends: NamedTrend[], at: number, from: number | null): string {
  const marked = from === null ? '' : `, marked from ${formatDate(times[from])}`
  const readings = trends.map(({ title, unit, values }) => `${title} ${[values[at] ?? 'none', unit].join(' ').trim()}`)
  return `${formatDateTime(times[at])}${marked}. ${readings.join(', ')}`
}

type LineProps = { trend: NamedTrend; times: number[]; at: number; lines: string }

function Line({ trend: { title, unit, values }, times, at, lines }: LineProps) {
  const known = values.filter((value) => value !== null)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const value = values[at] ?? null
  const style = value === null ? undefined : ({ '--y': heightOf(value, lowest, highest) } as CSSProperties)
  return (
    <div className={styles.trend}>
      <p className={styles.name} title={title}>
        <b>{title}</b>
        <span className="unit">
          {lowest} to {highest} {unit}
        </span>
      </p>
      <div className={styles.cell}>
        <svg viewBox="0 0 1000 48" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.week} d={lines} />
          <path d={pathOf(values, times, 48)} />
        </svg>
        {style && <i className={styles.dot} style={style} />}
      </div>
      <p className={styles.reading}>
        <b>{value ?? '-'}</b>
        <span className="unit">{value === null ? '' : unit}</span>
      </p>
    </div>
  )
}
