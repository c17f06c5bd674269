const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

type Amount = { figure: string; unit: (typeof units)[number] }

/** Bytes divided by 1e9 with two decimals, as the files table shows every size. */
export function toGigabytes(bytes: number): string {
  return Number.isFinite(bytes) ? (bytes / 1e9).toFixed(2) : '-'
}

/** The size in the unit that reads best: 41 B, 12 kB, 3.4 MB, 4.81 GB. */
export function splitBytes(bytes: number): Amount {
  const index = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** index
  const decimals = index < 2 ? 0 : index === 2 ? 1 : 2
  const figure = amount.toFixed(decimals)
  // A size of 999.96 kB rounds to 1000, which belongs to the next unit.
  const next = units[index + 1]
  if (next && Number(figure) >= 1000) return { figure: (1).toFixed(index + 1 < 2 ? 0 : index), unit: next }
  return { figure, unit: units[index] ?? 'B' }
}

/** The result of splitBytes as one text with a no-break space. */
export function formatBytes(bytes: number): string {
  const { figure, unit } = splitBytes(bytes)
  return `${figure}\u00a0${unit}`
}
