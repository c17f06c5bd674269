const isoTime = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::(\d{2}(?:\.\d+)?))?(?:Z|[+-]\d{2}:?\d{2})$/

/**
 * A time as ISO 8601 text with its zone, or as a date; null for everything else. The part after the minutes is in
 * `seconds`: ":37.250".
 */
export function readTime(value: unknown): { time: Date; seconds: string } | null {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return null
    return { time: value, seconds: ofMinute(value.toISOString().slice(-7, -1)) }
  }
  const parts = typeof value === 'string' ? isoTime.exec(value) : null
  if (!parts) return null
  const [text, year, month, day, seconds = ''] = parts
  const time = new Date(text)
  // A date such as 30 February would become 2 March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  return isDay && !Number.isNaN(time.getTime()) ? { time, seconds: ofMinute(seconds) } : null
}

const ofMinute = (seconds: string) => (Number(seconds) === 0 ? '' : `:${seconds.replace(/\.0+$/, '')}`)
