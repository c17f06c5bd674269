const counts = new Intl.NumberFormat('en-GB')

/** 1524 -> "1,524" */
export function formatCount(count: number): string {
  return Number.isFinite(count) ? counts.format(count) : '-'
}
