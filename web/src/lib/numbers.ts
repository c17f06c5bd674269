/** Formats a count: 1524 becomes "1,524". `dates.ts` explains why this does not use `Intl`. */
export function formatCount(count: number): string {
  return Number.isFinite(count) ? String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',') : '-'
}
