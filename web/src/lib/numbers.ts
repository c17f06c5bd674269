/** Formats a count: 1524 becomes "1,524". Without `Intl`, see `dates.ts`. */
export function formatCount(count: number): string {
  return Number.isFinite(count) ? String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',') : '-'
}
