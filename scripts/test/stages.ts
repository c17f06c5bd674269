import { report } from '../check.ts'
import { runChecks } from '../checks.ts'
import { prepare } from '../prepare.js'
import {
  browser,
  downloaders,
  nginx,
  type Part,
  pdfReader,
  pgBouncer,
  postgres,
  promtool,
  s3Server,
  systemd,
} from './optional-parts.ts'
import { listPlaywright, runPlaywright } from './playwright-stage.ts'
import { cannotRun, type StageCall, type StageResult } from './stage.ts'
import { listVitest, runVitest } from './vitest-stage.ts'

export const groups = ['check', 'server', 'web', 'e2e'] as const

export type Stage = {
  name: string
  /** Any of them, named by the developer, runs it. */
  groups: readonly (typeof groups)[number][]
  /** The test files that it runs or prepares. */
  files?: RegExp
  /** It cannot run without. */
  needs?: Part
  /** Some of its tests are skipped without. */
  wants?: Part[]
  run: (call: StageCall) => Promise<StageResult>
  /** How many tests it has, without running them. */
  count?: () => Promise<number>
}

const vitest = (folder: string, project: string): Pick<Stage, 'run' | 'count'> => ({
  run: (call) => runVitest(call, folder, project),
  count: () => listVitest(folder, project),
})

/** In the order in which they run. */
export const stages: Stage[] = [
  { name: 'check', groups: ['check'], run: check },
  {
    name: 'unit',
    groups: ['server'],
    files: /\.unit\.test\.ts$|^(contract|formats|scripts)\/.+\.test\.ts$/,
    wants: [nginx, ...downloaders, systemd, promtool],
    ...vitest('server', 'unit'),
  },
  {
    name: 'server on SQLite',
    groups: ['server'],
    files: /^server\/(?!.*(\.unit|\.s3|\/postgres-.*)\.test).+\.test\.ts$/,
    ...vitest('server', 'sqlite'),
  },
  {
    name: 'server on PostgreSQL',
    groups: ['server'],
    files: /^server\/(?!.*(\.unit|\.s3)\.test).+\.test\.ts$/,
    needs: postgres,
    wants: [pgBouncer],
    ...vitest('server', 'postgres'),
  },
  {
    name: 'storage on S3',
    groups: ['server'],
    files: /\.s3\.test\.ts$/,
    needs: s3Server,
    ...vitest('server', 's3'),
  },
  { name: 'build', groups: ['web', 'e2e'], files: /^(e2e|web\/build)\/.+\.(e2e|test)\.ts$/, run: buildWeb },
  { name: 'web logic', groups: ['web'], files: /^web\/.+\.test\.ts$/, ...vitest('web', 'lib') },
  { name: 'web widgets', groups: ['web'], files: /^web\/.+\.test\.tsx$/, needs: browser, ...vitest('web', 'browser') },
  {
    name: 'e2e',
    groups: ['e2e'],
    files: /^e2e\/.+\.e2e\.ts$/,
    needs: browser,
    wants: [s3Server, pdfReader],
    run: runPlaywright,
    count: listPlaywright,
  },
]

export async function runStage({ needs, wants = [], run, count }: Stage, call: StageCall): Promise<StageResult> {
  if (needs && !needs.isFound())
    return cannotRun(call.name, (await count?.()) ?? 0, `${needs.name} is missing`, needs.remedy)
  const notes = wants
    .filter((part) => !part.isFound())
    .map(({ name, remedy }) => `${name} is missing: the tests with it are skipped. ${remedy}`)
  return { ...(notes.length > 0 && { note: notes.join('\n') }), ...(await run(call)) }
}

async function check({ name }: StageCall): Promise<StageResult> {
  const checks = await runChecks(report)
  const passed = checks.filter((result) => result.ok).length
  return { name, passed, failed: checks.length - passed, skipped: 0 }
}

async function buildWeb({ name }: StageCall): Promise<StageResult> {
  const note = await prepare({ builds: ['server', 'web'] }).then(() => undefined, String)
  return { name, passed: note ? 0 : 1, failed: note ? 1 : 0, skipped: 0, ...(note && { note }) }
}
