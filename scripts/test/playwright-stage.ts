import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { runLimited, runQuietly } from '../program.ts'
import { withFailures } from './failures.ts'
import {
  type Failure,
  type Outcome,
  type StageCall,
  stageFile,
  stageLimitMs,
  stageLog,
  type StageResult,
} from './stage.ts'

const Result = z.object({ status: z.string(), errors: z.array(z.object({ message: z.optional(z.string()) })) })
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(Result) })),
})
type Suite = { title: string; specs: z.infer<typeof Spec>[]; suites?: Suite[] | undefined }
const Suite: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(Spec),
  suites: z.optional(z.array(z.lazy(() => Suite))),
})
const Report = z.object({
  suites: z.array(Suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

const failures = path.join(import.meta.dirname, 'playwright-failures.ts')

/** The name of a test in the list of failures. */
export const nameOfTest = (file: string, title: string) => `${file} › ${title}`

/** Runs one of the projects of `playwright.config.ts`. */
export async function runPlaywright({ name, files, titles, report }: StageCall, project: string): Promise<StageResult> {
  const file = stageFile(name, 'json')
  rmSync(file, { force: true })
  const chosen = titles === undefined ? files : [`--grep=${titles}`, '--pass-with-no-tests']
  const command = ['playwright', 'test', `--reporter=list,json,${failures}`, `--project=${project}`, ...chosen]
  const ok = await runLimited(command, {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    limitMs: stageLimitMs,
    ...withFailures(report),
    ...stageLog(name),
  })
  const result = readReport(file)
  if (!result) return { passed: 0, failed: 1, skipped: 0, note: 'Playwright ended without a report.' }
  if (ok || result.failed > 0) return result
  return { ...result, failed: 1, note: 'Playwright failed, although no test did.' }
}

function readReport(file: string): StageResult | undefined {
  try {
    return readPlaywright(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Counts the tests of a report. A test that passed only on a retry counts as failed. */
export function readPlaywright(report: unknown): StageResult {
  const { suites, stats, errors } = Report.parse(report)
  const failures: Failure[] = [
    ...errors.map(({ message = '' }) => ({ test: 'outside of any test', message })),
    ...suites.flatMap((suite) => listFailures(suite)),
  ]
  const failed = stats.unexpected + stats.flaky + errors.length
  const outcomes = suites.flatMap(listOutcomes)
  return { passed: stats.expected, failed, skipped: stats.skipped, failures, outcomes }
}

function listOutcomes({ specs, suites = [] }: Suite): Outcome[] {
  const outcomes = specs.map(({ title, tests }) => ({
    title,
    passed: tests.every(({ status }) => status === 'expected'),
  }))
  return [...outcomes, ...suites.flatMap(listOutcomes)]
}

function listFailures({ specs, suites = [] }: Suite): Failure[] {
  const failed = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => ['unexpected', 'flaky'].includes(status))
      .map(({ results }) => ({
        test: nameOfTest(file, title),
        message: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join('\n\n'),
      })),
  )
  return [...failed, ...suites.flatMap(listFailures)]
}

/** How many tests a project has, without running them. */
export async function listPlaywright(project: string): Promise<number> {
  const { output } = await runQuietly(['playwright', 'test', '--list', `--project=${project}`])
  return Number(/^Total: (\d+) tests?/m.exec(output)?.[1] ?? 0)
}
