const counts = new Intl.NumberFormat('en-GB')

/** 1524 -> "1,524" */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** 23.2354 -> "23.24", always with that number of decimals. */
export function formatDecimals(value: number, decimals: number): string {
  return value.toFixed(decimals)
}
