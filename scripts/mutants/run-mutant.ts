import { readFileSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import path from 'node:path'
import { prepare } from '../prepare.js'
import { root, runLimited } from '../program.ts'
import { titlesOf } from '../test/changed.ts'
import type { Mutant } from './find-mutants.ts'

export type Verdict = 'killed' | 'survived' | 'no verdict in time'

const limitMs = 3 * 60_000

/** Applies a mutant, runs the tests that reach its file until one fails, nearest first, and reverts it. */
export async function runMutant({ file, start, end, text }: Mutant): Promise<Verdict> {
  const place = path.join(root, file)
  const source = readFileSync(place, 'utf8')
  const restore = () => writeFileSync(place, source)
  process.once('exit', restore)
  writeFileSync(place, source.slice(0, start) + text + source.slice(end))
  try {
    return await testUntilFailure(file, Date.now() + limitMs)
  } finally {
    restore()
    process.off('exit', restore)
  }
}

async function testUntilFailure(file: string, giveUpAtMs: number): Promise<Verdict> {
  const [workspace = ''] = file.split('/')
  const vitest = ['vitest', 'run', '--bail=1', '--changed', '--passWithNoTests']
  const inProcess =
    workspace === 'web' ? ['--project=lib', '--project=browser'] : ['--project=unit', '--project=sqlite']
  const nearest = [...vitest, ...inProcess, path.join(root, path.dirname(file))]
  const others = workspace === 'web' ? [] : [[...vitest, '--project=postgres', 'postgres-'], ...inProcesses(file)]
  for (const command of [nearest, [...vitest, ...inProcess], ...others]) {
    const outcome = await succeeds(command, workspace, giveUpAtMs)
    if (outcome !== true) return outcome === undefined ? 'no verdict in time' : 'killed'
  }
  if (workspace !== 'web') return 'survived'
  // A mutant that cannot be built counts as detected.
  const isBuilt = await prepare({ builds: ['web'] }).then(
    () => true,
    () => false,
  )
  if (!isBuilt) return 'killed'
  const titles = titlesOf([file])
  if (titles === undefined) return 'survived'
  const e2e = ['playwright', 'test', '--project=journeys', '-x', '--pass-with-no-tests', `--grep=${titles}`]
  const outcome = await succeeds(e2e, '.', giveUpAtMs)
  if (outcome === undefined) return 'no verdict in time'
  return outcome ? 'survived' : 'killed'
}

/** No test imports the programs themselves, so the tests that start them are run. */
function inProcesses(file: string): string[][] {
  if (!/^server\/src\/(main|cli)\.ts$/.test(file)) return []
  const starter = path.join(root, 'server/testing/processes/server-process.ts')
  return [['vitest', 'related', starter, '--run', '--bail=1', '--project=unit', '--project=sqlite']]
}

/** @returns undefined if the time was up */
async function succeeds(command: string[], folder: string, untilMs: number): Promise<boolean | undefined> {
  const ok = await runLimited(command, { folder, limitMs: Math.max(0, untilMs - Date.now()), log: devNull })
  return Date.now() < untilMs ? ok : undefined
}
