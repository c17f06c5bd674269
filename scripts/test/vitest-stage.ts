import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { root, runQuietly, runVisibly } from '../program.ts'
import { type Counts, stageLimitMs, type StageResult } from './stage.ts'

const Report = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** Runs one of a workspace's Vitest projects. */
export async function runVitest(name: string, folder: string, project: string): Promise<StageResult> {
  const file = path.join(root, '.cache/test', `${name.replaceAll(/\W+/g, '-')}.json`)
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ok = await runVisibly(['vitest', 'run', '--project', project, ...reporters], { folder, limitMs: stageLimitMs })
  const counts = readCounts(file)
  if (!counts) return { name, passed: 0, failed: 1, skipped: 0, note: 'Vitest ended without a report.' }
  if (ok || counts.failed > 0) return { name, ...counts }
  return { name, ...counts, failed: 1, note: 'Vitest met an error outside of any test, see above.' }
}

function readCounts(file: string): Counts | undefined {
  try {
    return countVitest(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** A file that fails before its first test counts as one failure. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = Report.parse(report)
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** How many tests a project holds, told from the sources because they cannot run. */
export async function listVitest(folder: string, project: string): Promise<number> {
  const { output } = await runQuietly(['vitest', 'list', '--static-parse', '--json', '--project', project], { folder })
  const list = /^\[[\s\S]*^\]/m.exec(output)
  return list ? z.array(z.unknown()).parse(JSON.parse(list[0])).length : 0
}
