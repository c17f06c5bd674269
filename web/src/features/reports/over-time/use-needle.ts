import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { formatDate, formatDateTime, toDayValue } from '../../../lib/dates.ts'
import type { Days } from '../../../lib/days.ts'
import { placesOf } from './axis.ts'
import { type Reading, type TimedReport, textAt } from './readings.ts'

/** A pointer that moves less than this is a click. */
const dragFrom = 8

export type NeedleActions = {
  /** The report that the needle points at; null for the newest one. */
  pointed: string | null
  onPoint: (reportId: string | null) => void
  onOpen: (reportId: string) => void
  onDays: (days: Days) => void
}

/** A needle on the scale of some reports. It is moved by the pointer or with the keyboard, opens reports, and marks days. */
export function useNeedle(reports: TimedReport[], readings: Reading[], actions: NeedleActions) {
  const { pointed, onPoint, onOpen, onDays } = actions
  const ruler = useRef<HTMLDivElement>(null)
  const last = reports.length - 1
  const found = reports.findIndex(({ reportId }) => reportId === pointed)
  const at = found === -1 ? last : found
  /** The index of the report where the marking of days began. */
  const [from, setFrom] = useState<number | null>(null)
  const pressed = useRef<{ x: number; index: number } | null>(null)
  const times = reports.map(({ generatedAt }) => generatedAt * 1_000)
  const places = placesOf(times)

  const pointAt = (index: number) => onPoint(reports[index]?.reportId ?? null)
  const rest = () => {
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
    if (index !== at || pointed === null) pointAt(index)
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

  const [low, high] = [Math.min(from ?? at, at), Math.max(from ?? at, at)]
  const begin = places[low] ?? 0
  const style = {
    '--at': places[at] ?? 1,
    '--from': begin,
    '--range': from === null ? 0 : (places[high] ?? 0) - begin,
  } as CSSProperties
  return {
    at,
    time: times[at] ?? 0,
    times,
    places,
    ruler,
    style,
    /** For the element over which the pointer moves the needle. */
    pointer: { onPointerMove, onPointerDown, onPointerUp, onPointerLeave: rest, onPointerCancel: rest },
    /** For the scale. */
    slider: {
      ref: ruler,
      role: 'slider',
      tabIndex: 0,
      'aria-label': 'Reports over time',
      'aria-valuemin': 1,
      'aria-valuemax': reports.length,
      'aria-valuenow': at + 1,
      'aria-valuetext': spokenAt(times, readings, at, from),
      onKeyDown,
      onBlur: rest,
    } as const,
  }
}

const dayOf = (time: number) => toDayValue(new Date(time).toISOString().slice(0, 10))

/** The date, the beginning of the marked days, and the readings. */
function spokenAt(times: number[], readings: Reading[], at: number, from: number | null): string {
  const marked = from === null ? '' : `, marked from ${formatDate(times[from])}`
  const spoken = readings.map((reading) => {
    const { title, unit } = reading
    return `${title} ${[textAt(reading, at) ?? 'none', unit].join(' ').trim()}`
  })
  return `${formatDateTime(times[at])}${marked}. ${spoken.join(', ')}`
}
