import { formatDate } from '../../lib/dates.ts'

/** @param until the last day (UTC) on which this version receives fixes, as YYYY-MM-DD */
export function describeSupport(until: string, nowMs = Date.now()): string {
  const today = new Date(nowMs).toISOString().slice(0, 10)
  return `${today <= until ? 'supported until' : 'not supported since'} ${formatDate(until)}`
}
