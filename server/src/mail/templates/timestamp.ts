const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })

/** Formats a time as "20 November 2026, 07:17 UTC". */
export function formatTimestamp(atMs: number): string {
  return `${date.format(atMs)}, ${time.format(atMs)} UTC`
}
