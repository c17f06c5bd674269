import { toSeen } from '@health-console/formats/unseen.ts'

/** Letters that run from right to left. */
const turning = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Prepares a foreign text for use within one of ours: invisible characters are shown by their codes, and its writing
 * direction ends where it ends. Most texts stay as they are.
 */
export function isolate(text: string): string {
  const shown = toSeen(text)
  return turning.test(shown) ? `\u2068${shown}\u2069` : shown
}
