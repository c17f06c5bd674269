import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../program.ts'

export type Counts = { passed: number; failed: number; skipped: number }

export type Failure = { test: string; message: string }

export type Outcome = { title: string; passed: boolean }

export type StageResult = Counts & {
  failures?: Failure[]
  /** The results of each test, including skipped ones. */
  outcomes?: Outcome[]
  /** What the developer should know or do, for example why tests were skipped. */
  note?: string
}

export type StageCall = {
  /** The name of the stage, which is also the name of its log. */
  name: string
  /** Only these test files, by their paths from the root. Empty: all files. */
  files: readonly string[]
  /** Only e2e tests whose titles match this pattern. */
  titles?: string | undefined
  /** Called with each failure when it happens. What no tool can report earlier is only in the result. */
  report: (failure: Failure) => void
}

export const nothingMayBeSkipped = ['true', '1'].includes(process.env['CI'] ?? '')

export function add(results: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => results.reduce((total, result) => total + result[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** The result of a stage that cannot run because the machine lacks something. In CI this is a failure. */
export function cannotRun(tests: number, missing: string, remedy: string): StageResult {
  if (nothingMayBeSkipped) return { passed: 0, failed: 1, skipped: 0, note: `${missing}. ${remedy}` }
  return { passed: 0, failed: 0, skipped: tests, note: `${missing}: ${tests} tests skipped. ${remedy}` }
}

/** Vitest and Playwright limit the time of each test, but wait forever for a test that blocks its process. */
export const stageLimitMs = 60 * 60_000

/** The path of a stage's file, such as its log or its report, in a folder that exists. */
export function stageFile(name: string, extension: 'log' | 'json' | 'txt'): string {
  const folder = path.join(root, '.cache/test')
  mkdirSync(folder, { recursive: true })
  return path.join(folder, `${name.replaceAll(/\W+/g, '-')}.${extension}`)
}

/** The file to which a stage writes its tool's output; undefined if all of it is shown directly (`VERBOSE=1`). */
export const stageLog = (name: string): { log?: string } =>
  process.env['VERBOSE'] === '1' ? {} : { log: stageFile(name, 'log') }
