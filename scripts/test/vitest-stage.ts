import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { root, runLimited, runQuietly } from '../program.ts'
import { withFailures } from './failures.ts'
import { type Failure, type StageCall, stageFile, stageLimitMs, stageLog, type StageResult } from './stage.ts'
import { failureOf, failureOutside, Report } from './vitest-report.ts'

const reporter = path.join(import.meta.dirname, 'vitest-report.ts')

export type VitestOptions = {
  /** The workspace whose configuration defines the projects. */
  folder: 'server' | 'web'
  projects: string[]
  /** Only files whose path contains this text. */
  filter?: string
  /** Only tests with this tag. */
  tag?: string
  env?: Record<string, string | undefined>
}

/** Runs some of a workspace's Vitest projects. */
export async function runVitest(
  { name, files, report }: StageCall,
  { folder, projects, filter, tag, env = {} }: VitestOptions,
): Promise<StageResult> {
  const file = stageFile(name, 'json')
  rmSync(file, { force: true })
  const chosen = files.length > 0 ? files.map((each) => path.join(root, each)) : filter ? [filter] : []
  const reporters = ['--reporter=default', `--reporter=${reporter}`]
  const named = projects.map((project) => `--project=${project}`)
  const tagged = tag === undefined ? [] : [`--tags-filter=${tag}`]
  const command = ['vitest', 'run', ...named, ...tagged, ...chosen, ...reporters]
  const rounds = files.some((each) => each.includes('.faults.')) ? { FAULT_ROUNDS: '1' } : {}
  const options = {
    folder,
    // The named files begin in the order in which they are named.
    env: { ...rounds, ...env, VITEST_REPORT_FILE: file, TEST_ORDER: files.join('\n') },
    limitMs: stageLimitMs,
    ...withFailures(report),
    ...stageLog(name),
  }
  const ok = await runLimited(command, options)
  const result = readReport(file)
  if (!result) return { passed: 0, failed: 1, skipped: 0, note: 'Vitest ended without a report.' }
  if (ok || result.failed > 0) return result
  return { ...result, failed: 1, note: 'Vitest failed, although no test did.' }
}

function readReport(file: string): StageResult | undefined {
  try {
    return readVitest(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Counts the tests of a report. A file that fails before its first test, and errors outside of tests, count as one each. */
export function readVitest(report: unknown): StageResult {
  const { tests, outside } = Report.parse(report)
  const failed = tests.filter(({ state }) => state === 'failed')
  const failures: Failure[] = [...outside.map(failureOutside), ...failed.map(failureOf)]
  const passed = tests.filter(({ state }) => state === 'passed').length
  const outcomes = tests.map(({ name, state }) => ({ title: name, passed: state === 'passed' }))
  return { passed, failed: failures.length, skipped: tests.length - passed - failed.length, failures, outcomes }
}

/** Counts the tests of projects in the sources, because they cannot run. */
export async function listVitest({ folder, projects, filter, tag }: VitestOptions): Promise<number> {
  const chosen = [
    ...projects.map((project) => `--project=${project}`),
    ...(tag ? [`--tags-filter=${tag}`] : []),
    ...(filter ? [filter] : []),
  ]
  const { output } = await runQuietly(['vitest', 'list', '--static-parse', '--json', ...chosen], { folder })
  const list = /^\[[\s\S]*^\]/m.exec(output)
  return list ? z.array(z.unknown()).parse(JSON.parse(list[0])).length : 0
}
