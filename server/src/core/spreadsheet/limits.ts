const kib = 1024
const mib = 1024 * kib

/** Limits of the reader. Sizes are counted while reading, never read from headers. */
export const defaultLimits = {
  fileBytes: 32 * mib,
  /** The total of everything decompressed from one file. */
  inflatedBytes: 320 * mib,
  /**
   * The ratio of decompressed to compressed bytes of one part, checked once more than `ratioFloorBytes` are
   * decompressed.
   */
  ratio: 100,
  ratioFloorBytes: 16 * mib,
  /** The maximum for each of the small parts: workbook, relationships, styles. */
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
