const kib = 1024
const mib = 1024 * kib

/** Limits of the reader. Sizes are counted while reading, never taken from headers. */
export type SpreadsheetLimits = {
  fileBytes: number
  /** Everything inflated from one file, together. */
  inflatedBytes: number
  /**
   * The ratio of inflated to compressed bytes of one part, checked once it has inflated to more than `ratioFloorBytes`.
   */
  ratio: number
  ratioFloorBytes: number
  /** For each of the small parts: workbook, relationships, styles. */
  metadataBytes: number
  entries: number
  tokenChars: number
  depth: number
  /** The memory for shared strings, including the overhead of each string. */
  sharedStringsBytes: number
  columns: number
  cellChars: number
  /** The reader's own working time, without waiting for its consumer. */
  timeMs: number
}

export const defaultLimits: Readonly<SpreadsheetLimits> = Object.freeze({
  fileBytes: 32 * mib,
  inflatedBytes: 320 * mib,
  ratio: 100,
  ratioFloorBytes: 16 * mib,
  metadataBytes: 16 * mib,
  entries: 500,
  tokenChars: mib,
  depth: 64,
  sharedStringsBytes: 64 * mib,
  columns: 256,
  cellChars: 32_767,
  timeMs: 60_000,
})
