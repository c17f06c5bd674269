import { writeFileSync } from 'node:fs'
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
  sshKeygen,
  systemd,
} from './optional-parts.ts'
import { listPlaywright, runPlaywright } from './playwright-stage.ts'
import { findUnrunQueries } from './postgres-queries.ts'
import { isOnPostgres, postgresTag } from '../../server/testing/engines/on-postgres.ts'
import { type StageCall, stageFile, type StageResult } from './stage.ts'
import { listVitest, runVitest, type VitestOptions } from './vitest-stage.ts'

export const groups = ['check', 'server', 'web', 'e2e'] as const

export type Stage = {
  name: string
  /** Other names by which a developer can run it. */
  groups: readonly (typeof groups)[number][]
  /** The stage that must end before this one begins; it is earlier in the list. */
  after?: string
  /** The test files that it runs or prepares. */
  files?: Pick<RegExp, 'test'>
  /** Of these files, those that it runs because of a change, if not all. */
  inChanges?: Pick<RegExp, 'test'>
  /** The programs without which it cannot run. */
  needs?: Part
  /** The programs without which some of its tests are skipped. */
  wants?: Part[]
  run: (call: StageCall) => Promise<StageResult>
  /** How many tests it has, without running them. */
  count?: () => Promise<number>
}

export const vitest = (options: VitestOptions): Pick<Stage, 'run' | 'count'> => ({
  run: (call) => runVitest(call, options),
  count: () => listVitest(options),
})

export const playwright = (project: 'journeys' | 'faults'): Pick<Stage, 'run' | 'count'> => ({
  run: (call) => runPlaywright(call, project),
  count: () => listPlaywright(project),
})

const onPostgres: VitestOptions = { folder: 'server', projects: ['postgres'], tag: postgresTag }

/** The stages in the order in which they begin: the longest first, so that none ends long after the others. */
export const stages: Stage[] = [
  {
    name: 'build',
    groups: ['web', 'e2e'],
    files: /^(e2e|web\/build)\/.+\.(e2e|test)\.ts$/,
    run: buildWeb,
  },
  {
    name: 'server on SQLite',
    groups: ['server'],
    files: /^server\/(?!.*(\.unit|\.s3|\.programs|\/postgres-.*)\.test).+\.test\.ts$/,
    ...vitest({ folder: 'server', projects: ['sqlite'] }),
  },
  {
    name: 'e2e',
    groups: ['e2e'],
    after: 'build',
    files: /^e2e\/(?!.+\.faults\.).+\.e2e\.ts$/,
    needs: browser,
    wants: [pdfReader],
    ...playwright('journeys'),
  },
  {
    name: 'server on PostgreSQL',
    groups: ['server'],
    files: /^server\/(?!.*(\.unit|\.s3|\.programs)\.test).+\.test\.ts$/,
    needs: postgres,
    inChanges: { test: isOnPostgres },
    wants: [pgBouncer],
    run: testOnPostgres,
    count: () => listVitest(onPostgres),
  },
  {
    name: 'unit',
    groups: ['server'],
    files: /^(?!.+\.faults\.)(server\/.+\.unit|(contract|formats|scripts)\/.+)\.test\.ts$/,
    wants: [nginx, ...downloaders, systemd, promtool, sshKeygen],
    ...vitest({ folder: 'server', projects: ['unit'] }),
  },
  {
    name: 'web widgets',
    groups: ['web'],
    files: /^web\/.+\.test\.tsx$/,
    needs: browser,
    ...vitest({ folder: 'web', projects: ['browser'] }),
  },
  {
    name: 'storage on S3',
    groups: ['server'],
    files: /\.s3\.test\.ts$/,
    needs: s3Server,
    ...vitest({ folder: 'server', projects: ['s3'] }),
  },
  { name: 'check', groups: ['check'], run: check },
  {
    name: 'web logic',
    groups: ['web'],
    after: 'build',
    files: /^web\/.+\.test\.ts$/,
    ...vitest({ folder: 'web', projects: ['lib'] }),
  },
]

/** The stages in the order in which a developer learns of a mistake: the quick ones first. */
export function soonestFirst(all: Stage[]): Stage[] {
  const quick = ['build', 'unit', 'server on SQLite', 'web widgets', 'web logic']
  const rankOf = ({ name }: Stage) => (quick.includes(name) ? quick.indexOf(name) : quick.length)
  return all.toSorted((one, other) => rankOf(one) - rankOf(other))
}

async function check(): Promise<StageResult> {
  const results = await runChecks()
  const failed = results.filter(({ ok }) => !ok)
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    skipped: 0,
    failures: failed.map(({ name, output }) => ({ test: name, message: output })),
  }
}

/** Runs the specified files, or the tests for which the engine matters; then every query of the server must have run. */
async function testOnPostgres(call: StageCall): Promise<StageResult> {
  if (call.files.length > 0) return runVitest(call, { folder: 'server', projects: ['postgres'] })
  const notes = stageFile('called-on-postgres', 'txt')
  writeFileSync(notes, '')
  const result = await runVitest(call, { ...onPostgres, env: { RUN_FUNCTIONS_FILE: notes } })
  if (result.failed > 0) return result
  const unrun = findUnrunQueries(notes)
  return { ...result, failed: unrun.length, failures: unrun }
}

async function buildWeb(): Promise<StageResult> {
  const failure = await prepare({ builds: ['server', 'web'] }).then(() => undefined, String)
  if (failure === undefined) return { passed: 1, failed: 0, skipped: 0 }
  return { passed: 0, failed: 1, skipped: 0, failures: [{ test: 'the build', message: failure }] }
}
