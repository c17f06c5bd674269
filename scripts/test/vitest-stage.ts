import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { root, runQuietly, runVisibly } from '../program.ts'
import { type Counts, type StageCall, stageLimitMs, type StageResult } from './stage.ts'

const Report = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})
const outsideErrors = path.join(import.meta.dirname, 'outside-errors.ts')

/** Runs one of a workspace's Vitest projects. */
export async function runVitest({ name, files }: StageCall, folder: string, project: string): Promise<StageResult> {
  const file = path.join(root, '.cache/test', `${name.replaceAll(/\W+/g, '-')}.json`)
  const errorsFile = `${file}.errors`
  mkdirSync(path.dirname(file), { recursive: true })
  for (const old of [file, errorsFile]) rmSync(old, { force: true })
  const reporters = ['default', 'json', outsideErrors].map((reporter) => `--reporter=${reporter}`)
  const filters = files.map((each) => path.join(root, each))
  const command = ['vitest', 'run', '--project', project, ...filters, ...reporters, `--outputFile.json=${file}`]
  const ok = await runVisibly(command, {
    folder,
    env: { OUTSIDE_ERRORS_FILE: errorsFile },
    limitMs: stageLimitMs,
  })
  const report = readReport(file)
  if (!report) return { name, passed: 0, failed: 1, skipped: 0, note: 'Vitest ended without a report.' }
  if (ok || report.failed > 0) return { name, ...report }
  const cause = existsSync(errorsFile) ? `:\n${readFileSync(errorsFile, 'utf8')}` : ', see above.'
  const note = `Vitest met an error outside of any test${cause}`
  return { name, ...report, failed: 1, note }
}

function readReport(file: string) {
  try {
    return readVitest(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** A file that fails before its first test counts as one failure. */
export function readVitest(report: unknown): Counts & { failures: string[] } {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = Report.parse(report)
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => nameOf(name, fullName)),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    failures: [...broken.map(({ name }) => nameOf(name)), ...failed],
  }
}

const nameOf = (file: string, ...test: string[]) => [path.relative(root, file), ...test].join(' › ')

/** The number of tests in a project, counted in the sources because they cannot run. */
export async function listVitest(folder: string, project: string): Promise<number> {
  const { output } = await runQuietly(['vitest', 'list', '--static-parse', '--json', '--project', project], { folder })
  const list = /^\[[\s\S]*^\]/m.exec(output)
  return list ? z.array(z.unknown()).parse(JSON.parse(list[0])).length : 0
}
