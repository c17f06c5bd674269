const counts = new Intl.NumberFormat('en-GB')

/** Formats a count: 1524 becomes "1,524". */
export function formatCount(count: number): string {
  return Number.isFinite(count) ? counts.format(count) : '-'
}
