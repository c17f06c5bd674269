import { formatDateTime } from './dates.ts'

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Describes a distance in time in whole units, rounded down: "3 days ago", "in 6 hours". */
export function formatAgo(time: Date, nowMs: number): string {
  const seconds = (time.getTime() - nowMs) / 1000
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  if (!unit) return 'just now'
  return new Intl.RelativeTimeFormat('en-GB').format(Math.trunc(seconds / unit[1]), unit[0])
}

/** A browser names the zone as its system does. */
const namesOfUtc = /^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu|Greenwich)$/

/**
 * Describes a time in UTC, in the reader's own zone unless that is UTC, and by how long ago it was. By default the zone
 * is the browser's.
 */
export function explainTimestamp(time: Date, nowMs: number, zone = ownZone()): string[] {
  const here = namesOfUtc.test(zone) ? [] : [`${formatIn(time, zone)} in your time zone (${zone})`]
  return [`${formatDateTime(time)} UTC`, ...here, formatAgo(time, nowMs)]
}

function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function formatIn(time: Date, timeZone: string): string {
  const day = time.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })
  return `${day}, ${time.toLocaleTimeString('en-GB', { timeStyle: 'short', hourCycle: 'h23', timeZone })}`
}
