import { expect, test } from 'vitest'
import type { SpreadsheetErrorCode } from '../../src/core/spreadsheet/errors.ts'
import type { SpreadsheetLimits } from '../../src/core/spreadsheet/limits.ts'
import { readCode } from './read-all.ts'

export type ImportError = readonly [
  what: string,
  file: Uint8Array,
  code: SpreadsheetErrorCode,
  limits?: Partial<SpreadsheetLimits>,
]

/** Defines one test for each file, which must be rejected with its code. */
export function testRejections(rejections: readonly ImportError[]): void {
  for (const [what, file, code, limits = {}] of rejections) {
    test(`a file with this error is rejected: ${what}`, async () => {
      expect(await readCode(file, limits)).toBe(code)
    })
  }
}
