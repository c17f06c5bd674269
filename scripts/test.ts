import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { report } from './check.ts'
import { runChecks } from './checks.ts'
import { root, runVisibly } from './program.ts'
import {
  browserRemedy,
  hasBrowser,
  hasNginx,
  hasPgBouncer,
  hasPostgres,
  hasS3Server,
  hasSystemdAnalyze,
  nginxRemedy,
  pgBouncerRemedy,
  postgresRemedy,
  s3Remedy,
  systemdRemedy,
} from './test/optional-parts.ts'
import { listPlaywright, runPlaywright } from './test/playwright-stage.ts'
import { add, cannotRun, type Counts, nothingMayBeSkipped, type StageResult } from './test/stage.ts'
import { listVitest, runVitest } from './test/vitest-stage.ts'

/** `files`: which test files it runs; without it, it runs none. */
type Stage = { name: string; files?: RegExp; run: (name: string, files: string[]) => Promise<StageResult> }

const build: Stage = { name: 'build', run: buildWeb }
const groups: Record<string, Stage[]> = {
  check: [{ name: 'check', run: check }],
  server: [
    { name: 'unit', files: /\.unit\.test\.ts$|^(contract|formats|scripts)\/.+\.test\.ts$/, run: unit },
    {
      name: 'server on SQLite',
      files: /^server\/(?!.*(\.unit|\.s3|\/postgres-.*)\.test).+\.test\.ts$/,
      run: serverOnSqlite,
    },
    { name: 'server on PostgreSQL', files: /^server\/(?!.*(\.unit|\.s3)\.test).+\.test\.ts$/, run: serverOnPostgres },
    { name: 'storage on S3', files: /\.s3\.test\.ts$/, run: storageOnS3 },
  ],
  web: [
    build,
    { name: 'web logic', files: /^web\/.+\.test\.ts$/, run: (name, files) => runVitest(name, 'web', 'lib', files) },
    { name: 'web widgets', files: /^web\/.+\.test\.tsx$/, run: webWidgets },
  ],
  e2e: [build, { name: 'e2e', files: /^e2e\/.+\.e2e\.ts$/, run: e2e }],
}
const results: StageResult[] = []

async function check(name: string): Promise<StageResult> {
  const checks = await runChecks(report)
  const passed = checks.filter((result) => result.ok).length
  return { name, passed, failed: checks.length - passed, skipped: 0 }
}

async function buildWeb(name: string): Promise<StageResult> {
  const built = await runVisibly(['node', 'scripts/prepare.js', 'start'])
  return { name, passed: built ? 1 : 0, failed: built ? 0 : 1, skipped: 0 }
}

async function unit(name: string, files: string[]): Promise<StageResult> {
  // A few of them need these, and skip themselves where they are missing.
  const missing = [
    ...(hasNginx() ? [] : [`nginx is missing: the tests behind it are skipped. ${nginxRemedy}`]),
    ...(hasSystemdAnalyze() ? [] : [`systemd-analyze is missing: the tests of units are skipped. ${systemdRemedy}`]),
  ]
  return {
    ...(missing.length > 0 && { note: missing.join('\n') }),
    ...(await runVitest(name, 'server', 'unit', files)),
  }
}

function serverOnSqlite(name: string, files: string[]): Promise<StageResult> {
  return runVitest(name, 'server', 'sqlite', files)
}

async function serverOnPostgres(name: string, files: string[]): Promise<StageResult> {
  if (hasPostgres()) {
    // One file runs behind it, and skips itself where it is missing.
    const note = hasPgBouncer()
      ? {}
      : { note: `PgBouncer is missing: the tests behind it are skipped. ${pgBouncerRemedy}` }
    return { ...note, ...(await runVitest(name, 'server', 'postgres', files)) }
  }
  // They are the same tests as on SQLite, which have just run.
  const { passed, failed, skipped } = add(results.slice(-1))
  return cannotRun(name, passed + failed + skipped, 'PostgreSQL is missing', postgresRemedy)
}

async function storageOnS3(name: string, files: string[]): Promise<StageResult> {
  if (hasS3Server()) return await runVitest(name, 'server', 's3', files)
  return cannotRun(name, await listVitest('server', 's3'), 'An S3 server is missing', s3Remedy)
}

async function webWidgets(name: string, files: string[]): Promise<StageResult> {
  if (hasBrowser()) return await runVitest(name, 'web', 'browser', files)
  return cannotRun(name, await listVitest('web', 'browser'), 'A browser is missing', browserRemedy)
}

async function e2e(name: string, files: string[]): Promise<StageResult> {
  if (!hasBrowser()) return cannotRun(name, await listPlaywright(), 'A browser is missing', browserRemedy)
  // A few of them run on an S3 server, and skip themselves where there is none.
  const note = hasS3Server() ? {} : { note: `An S3 server is missing: the journeys on it are skipped. ${s3Remedy}` }
  return { ...note, ...(await runPlaywright(name, files)) }
}

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Each stage once, in order. Test files take the stages that run them, the build first where they need it. */
function choose(names: string[]): Stage[] {
  const chosen = Object.entries(groups).flatMap(([group, stages]) =>
    names.length === 0 || names.includes(group) ? stages : stages.filter((stage) => filesOf(stage, names).length > 0),
  )
  const needsBuild = names.some((name) => /^(e2e|web\/build)\//.test(name))
  return [...new Set(needsBuild ? [build, ...chosen] : chosen)]
}

const filesOf = ({ files }: Stage, names: string[]) => names.filter((name) => files?.test(name))

const isKnown = (name: string) =>
  Object.hasOwn(groups, name) ||
  (existsSync(path.join(root, name)) &&
    Object.values(groups).some((stages) => stages.some((stage) => filesOf(stage, [name]).length > 0)))

async function main(names: string[]): Promise<boolean> {
  let interrupted = false
  // The tool that runs gets the signal too and clears up after itself; ending before it would leave its servers alone.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (interrupted = true))

  for (const stage of choose(names)) {
    if (interrupted) break
    console.log(`\n=== ${stage.name} ===`)
    results.push(await stage.run(stage.name, filesOf(stage, names)))
  }

  const total = add(results)
  console.log('')
  for (const result of results) console.log(`${result.name.padEnd(22)} ${describe(result)}`)
  for (const { name, failures = [] } of results)
    for (const failure of failures) console.log(`\n!!! ${name}: ${failure}`)
  for (const { name, note } of results) if (note) console.log(`\n!!! ${name}: ${note}`)
  const skippedInVain = nothingMayBeSkipped && total.skipped > 0
  if (skippedInVain) console.log('\n!!! CI=true: nothing may be skipped.')
  if (interrupted) console.log('\n!!! Interrupted: the remaining tests did not run.')
  console.log(`\ntotal: ${describe(total)}`)
  return total.failed === 0 && !skippedInVain && !interrupted
}

/** What a test that was killed leaves behind goes with the folder. Like /tmp, other users (PostgreSQL's) may write. */
async function inTemporaryFolder<T>(work: () => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-tests-'))
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !isKnown(name))
if (unknown) {
  console.error(
    `No such part or test file: ${unknown}. npm test -- [${Object.keys(groups).join('|')}|path/to/file] ...`,
  )
  process.exitCode = 2
} else {
  process.exitCode = (await inTemporaryFolder(() => main(names))) ? 0 : 1
}
