import '../bin/end-with-npm.js'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { settingNames } from '../server/src/config.ts'
import { root } from './program.ts'
import { add, type Counts, nothingMayBeSkipped, type StageResult } from './test/stage.ts'
import { installMissing } from './test/optional-parts.ts'
import { groups, runStage, type Stage, stages } from './test/stages.ts'

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

const filesOf = ({ files }: Stage, names: string[]) => names.filter((name) => files?.test(name))

const isKnown = (name: string) =>
  groups.some((group) => group === name) ||
  (existsSync(path.join(root, name)) && stages.some((stage) => filesOf(stage, [name]).length > 0))

const isChosen = (stage: Stage, names: string[]) =>
  names.length === 0 || filesOf(stage, names).length > 0 || stage.groups.some((group) => names.includes(group))

async function main(names: string[]): Promise<boolean> {
  let interrupted = false
  // The running tool gets the signal too and cleans up. Ending before it would leave its servers running.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (interrupted = true))

  const chosen = stages.filter((stage) => isChosen(stage, names))
  const parts = chosen.flatMap(({ needs, wants = [] }) => (needs ? [needs, ...wants] : wants))
  // apt-get mostly waits: the checks can run meanwhile.
  const installing = installMissing(parts)
  const results: StageResult[] = []
  for (const stage of chosen) {
    if (interrupted) break
    const { name, needs, wants } = stage
    if (needs || wants) await installing
    console.log(`\n=== ${name} ===`)
    results.push(await runStage(stage, { name, files: filesOf(stage, names) }))
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

/**
 * Deleted at the end, with whatever killed tests left in it. Like /tmp it is writable by other users, such as
 * PostgreSQL's.
 */
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

// What a person's shell sets must not reach the tests: settings of the console (HOST by tcsh, NODE_ENV by many), and
// rights of new files that shut out PostgreSQL's user.
for (const name of [...settingNames, 'MAIL']) delete process.env[name]
process.umask(0o022)

// Compiling is most of the start time of a process, and the tests start hundreds.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, '.cache/compiled')

const names = process.argv.slice(2)
const unknown = names.find((name) => !isKnown(name))
if (unknown) {
  console.error(`No such part or test file: ${unknown}. npm test -- [${groups.join('|')}|path/to/file] ...`)
  process.exitCode = 2
} else {
  process.exitCode = (await inTemporaryFolder(() => main(names))) ? 0 : 1
}
