import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { root, runQuietly, runVisibly } from '../program.ts'
import { type Counts, type StageCall, stageLimitMs, type StageResult } from './stage.ts'

const Report = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
})
const file = path.join(root, '.cache/test/e2e.json')

export async function runPlaywright({ name, files }: StageCall): Promise<StageResult> {
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const ok = await runVisibly(['playwright', 'test', '--reporter=list,json', ...files], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    limitMs: stageLimitMs,
  })
  const counts = readCounts()
  if (!counts) return { name, passed: 0, failed: 1, skipped: 0, note: 'Playwright ended without a report.' }
  if (ok || counts.failed > 0) return { name, ...counts }
  return { name, ...counts, failed: 1, note: 'Playwright met an error outside of any test, see above.' }
}

function readCounts(): Counts | undefined {
  try {
    return countPlaywright(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** A test that passed only when tried again has failed. */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = Report.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}

/** How many tests there are, without running them. */
export async function listPlaywright(): Promise<number> {
  const { output } = await runQuietly(['playwright', 'test', '--list'])
  return Number(/^Total: (\d+) tests?/m.exec(output)?.[1] ?? 0)
}
