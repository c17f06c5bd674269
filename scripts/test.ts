import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { report } from './check.ts'
import { runChecks } from './checks.ts'
import { runVisibly } from './program.ts'
import {
  browserRemedy,
  hasBrowser,
  hasNginx,
  hasPostgres,
  hasS3Server,
  nginxRemedy,
  postgresRemedy,
  s3Remedy,
} from './test/optional-parts.ts'
import { listPlaywright, runPlaywright } from './test/playwright-stage.ts'
import { add, cannotRun, type Counts, nothingMayBeSkipped, type StageResult } from './test/stage.ts'
import { listVitest, runVitest } from './test/vitest-stage.ts'

type Stage = { name: string; run: (name: string) => Promise<StageResult> }

const build: Stage = { name: 'build', run: buildWeb }
const groups: Record<string, Stage[]> = {
  check: [{ name: 'check', run: check }],
  server: [
    { name: 'unit', run: unit },
    { name: 'server on SQLite', run: (name) => runVitest(name, 'server', 'sqlite') },
    { name: 'server on PostgreSQL', run: serverOnPostgres },
    { name: 'storage on S3', run: storageOnS3 },
  ],
  web: [
    build,
    { name: 'web logic', run: (name) => runVitest(name, 'web', 'lib') },
    { name: 'web widgets', run: webWidgets },
  ],
  e2e: [build, { name: 'e2e', run: e2e }],
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

async function unit(name: string): Promise<StageResult> {
  // A few of them run behind it, and skip themselves where it is missing.
  const note = hasNginx() ? {} : { note: `nginx is missing: the tests behind it are skipped. ${nginxRemedy}` }
  return { ...note, ...(await runVitest(name, 'server', 'unit')) }
}

async function serverOnPostgres(name: string): Promise<StageResult> {
  if (hasPostgres()) return await runVitest(name, 'server', 'postgres')
  // They are the same tests as on SQLite, which have just run.
  const { passed, failed, skipped } = add(results.slice(-1))
  return cannotRun(name, passed + failed + skipped, 'PostgreSQL is missing', postgresRemedy)
}

async function storageOnS3(name: string): Promise<StageResult> {
  if (hasS3Server()) return await runVitest(name, 'server', 's3')
  return cannotRun(name, await listVitest('server', 's3'), 'An S3 server is missing', s3Remedy)
}

async function webWidgets(name: string): Promise<StageResult> {
  if (hasBrowser()) return await runVitest(name, 'web', 'browser')
  return cannotRun(name, await listVitest('web', 'browser'), 'A browser is missing', browserRemedy)
}

async function e2e(name: string): Promise<StageResult> {
  if (!hasBrowser()) return cannotRun(name, await listPlaywright(), 'A browser is missing', browserRemedy)
  // A few of them run on an S3 server, and skip themselves where there is none.
  const note = hasS3Server() ? {} : { note: `An S3 server is missing: the journeys on it are skipped. ${s3Remedy}` }
  return { ...note, ...(await runPlaywright(name)) }
}

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

async function main(names: string[]): Promise<boolean> {
  let interrupted = false
  // The tool that runs gets the signal too and clears up after itself; ending before it would leave its servers alone.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (interrupted = true))

  const chosen = Object.entries(groups).filter(([name]) => names.length === 0 || names.includes(name))
  for (const stage of new Set(chosen.flatMap(([, stages]) => stages))) {
    if (interrupted) break
    console.log(`\n=== ${stage.name} ===`)
    results.push(await stage.run(stage.name))
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
const unknown = names.find((name) => !Object.hasOwn(groups, name))
if (unknown) {
  console.error(`No such part: ${unknown}. npm test -- [${Object.keys(groups).join('|')}] ...`)
  process.exitCode = 2
} else {
  process.exitCode = (await inTemporaryFolder(() => main(names))) ? 0 : 1
}
