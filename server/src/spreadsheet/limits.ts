const kib = 1024
const mib = 1024 * kib

/** Limits of the reader. Sizes are counted while reading, never taken from headers. */
export const defaultLimits = {
  fileBytes: 32 * mib,
  /** Everything inflated from one file, together. */
  inflatedBytes: 320 * mib,
  /**
   * The ratio of inflated to compressed bytes of one part, checked once it has inflated to more than `ratioFloorBytes`.
   */
  ratio: 100,
  ratioFloorBytes: 16 * mib,
  /** For each of the small parts: workbook, relationships, styles. */
  metadataBytes: 16 * mib,
  entries: 500,
  tokenChars: mib,
  depth: 64,
  /** The memory for shared strings, including the overhead of each string. */
  sharedStringsBytes: 64 * mib,
  columns: 256,
  cellChars: 32_767,
  /** The reader's own working time, without waiting for its consumer. */
  timeMs: 60_000,
}

export type SpreadsheetLimits = Readonly<typeof defaultLimits>
