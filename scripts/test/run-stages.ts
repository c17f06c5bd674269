import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { settingNames } from '../../server/src/core/config.ts'
import { root, stopSignals } from '../program.ts'
import { writeEvidence } from './evidence.ts'
import { proofOf } from './proofs.ts'
import { installMissing } from './optional-parts.ts'
import {
  add,
  cannotRun,
  type Counts,
  type Failure,
  nothingMayBeSkipped,
  type StageCall,
  type StageResult,
} from './stage.ts'
import type { Stage } from './stages.ts'

/** What each stage that runs at the same time needs, with its databases and browsers. */
const memoryOfStage = 3.5 * 1024 ** 3
/** Stages wait for processes and connections, so that two leave a third of two cores idle. */
const mostAtOnce = 3
const atOnce = Math.min(mostAtOnce, Math.max(1, Math.floor(totalmem() / memoryOfStage)))

const nothingToProve = { line: '', unproven: [] }

/**
 * Runs stages. Prints each failure when it happens, a line for each stage, then the names of all failures, and as the
 * last line the total.
 * @param filesOf the test files that a stage should run, all of them if there are none
 * @param titles a pattern of the titles of the e2e tests that should run, instead of files
 * @param proves whether these stages have to prove the requirements
 * @returns whether everything passed
 */
export async function runStages(
  stages: Stage[],
  {
    filesOf = () => [],
    titles,
    proves = false,
  }: { filesOf?: (stage: Stage) => string[]; titles?: string | undefined; proves?: boolean } = {},
): Promise<boolean> {
  return inTemporaryFolder(async () => {
    isolateFromShell()
    let interrupted = false
    // The running tool receives the signal too and cleans up. Ending before it would leave its servers running.
    for (const signal of stopSignals) process.on(signal, () => (interrupted = true))

    const parts = stages.flatMap(({ needs, wants = [] }) => (needs ? [needs, ...wants] : wants))
    // apt-get mostly waits, so the checks can run meanwhile.
    const installing = installMissing(parts)
    const results: { name: string; result: StageResult }[] = []
    const printed = new Set<string>()
    const print = (name: string, { test, message }: Failure) => {
      printed.add(`${name}: ${test}`)
      console.log(`\n!!! ${name}: ${test}\n${message.trimEnd()}\n`)
    }
    const begunMs = Date.now()
    const secondsSince = (ms: number) => `${Math.round((Date.now() - ms) / 1000)} s`
    const ended = new Map(stages.map((stage) => [stage.name, Promise.withResolvers<void>()]))
    const queue = [...stages]
    const takeStages = async () => {
      for (let stage = queue.shift(); stage && !interrupted; stage = queue.shift()) {
        if (stage.needs || stage.wants) await installing
        if (stage.after) await ended.get(stage.after)?.promise
        const startedMs = Date.now()
        const { name } = stage
        const report = (failure: Failure) => print(name, failure)
        const result = await runStage(stage, { name, files: filesOf(stage), titles, report })
        // What the tool could not report when it happened.
        for (const failure of result.failures ?? []) if (!printed.has(`${name}: ${failure.test}`)) report(failure)
        ended.get(stage.name)?.resolve()
        results.push({ name: stage.name, result })
        const mark = result.failed > 0 ? 'FAIL' : 'ok  '
        console.log(`${mark}  ${stage.name.padEnd(24)} ${describe(result)}  ${secondsSince(startedMs)}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, takeStages))

    const total = add(results.map(({ result }) => result))
    const outcomes = results.flatMap(({ result }) => result.outcomes ?? [])
    const { line, unproven } = proves ? proofOf(outcomes) : nothingToProve
    if (proves) writeEvidence(outcomes, total)
    const forbidden = nothingMayBeSkipped && total.skipped > 0
    printFailures(results)
    if (forbidden) console.log('\n!!! CI=true: no test may be skipped.')
    if (interrupted) console.log('\n!!! Interrupted: the remaining tests did not run.')
    for (const id of unproven) console.log(`\n!!! The requirement ${id} has no test that ran and passed.`)
    console.log(`\n${line}took ${secondsSince(begunMs)}\ntotal: ${describe(total)}`)
    const isProven = unproven.length === 0 || !nothingMayBeSkipped
    return total.failed === 0 && isProven && !forbidden && !interrupted
  })
}

async function runStage({ needs, wants = [], run, count }: Stage, call: StageCall): Promise<StageResult> {
  if (needs && !needs.isFound()) return cannotRun((await count?.()) ?? 0, `${needs.name} is missing`, needs.remedy)
  const notes = wants
    .filter((part) => !part.isFound())
    .map((part) => `${part.name} is missing: the tests with it are skipped. ${part.remedy}`)
  return { ...(notes.length > 0 && { note: notes.join('\n') }), ...(await run(call)) }
}

/** Lists the failures once more, because their messages may be far above. */
function printFailures(results: { name: string; result: StageResult }[]): void {
  for (const { name, result } of results) {
    for (const { test } of result.failures ?? []) console.log(`!!! ${name}: ${test}`)
    if (result.note) console.log(`\n!!! ${name}: ${result.note}`)
    if (result.failed > 0)
      console.log(`\nThe full output of ${name} is in .cache/test; VERBOSE=1 shows it during the run.`)
  }
}

const describe = ({ passed, failed, skipped }: Counts) => `${passed} passed, ${failed} failed, ${skipped} skipped`

/**
 * The temporary folder of all stages, deleted at the end with everything that killed tests left in it. Like /tmp, it is
 * writable by other users, such as PostgreSQL's.
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

/**
 * Variables of a developer's shell that must not reach the tests: settings of the console (HOST by tcsh, NODE_ENV by
 * many), and permissions of new files that exclude PostgreSQL's user.
 */
function isolateFromShell(): void {
  for (const name of [...settingNames, 'MAIL']) delete process.env[name]
  process.umask(0o022)
  // Compiling is most of the start-up time of a process, and the tests start hundreds.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(root, '.cache/compiled')
}
