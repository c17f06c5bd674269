export type Counts = { passed: number; failed: number; skipped: number }

export type StageResult = Counts & {
  name: string
  /** The names of tests that failed, where the tool does not end with them. */
  failures?: string[]
  /** What the developer should know or do, for example why tests were skipped. */
  note?: string
}

export type StageCall = {
  name: string
  /** Only these test files, by their paths from the root; all where there is none. */
  files: readonly string[]
}

export const nothingMayBeSkipped = ['true', '1'].includes(process.env['CI'] ?? '')

export function add(results: Counts[]): Counts {
  const sum = (key: keyof Counts) => results.reduce((total, result) => total + result[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** A stage that cannot run because the machine lacks something. In CI this is a failure. */
export function cannotRun(name: string, tests: number, missing: string, remedy: string): StageResult {
  if (nothingMayBeSkipped) return { name, passed: 0, failed: 1, skipped: 0, note: `${missing}. ${remedy}` }
  return { name, passed: 0, failed: 0, skipped: tests, note: `${missing}: ${tests} tests skipped. ${remedy}` }
}

/** Vitest and Playwright limit the time of each test, but wait forever for one that blocks its process. */
export const stageLimitMs = 60 * 60_000
