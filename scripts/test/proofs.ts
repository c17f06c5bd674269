import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../program.ts'
import { findProofs, idsIn } from '../requirements/find-proofs.ts'
import { requirements } from '../requirements/requirements.ts'
import type { Outcome } from './stage.ts'

// The commit at which `npm run test:faults` last passed as a whole. It is committed with the change that it belongs to.
const lastGreen = path.join(import.meta.dirname, 'faults-last-green.txt')

/**
 * The requirements that a whole run has proven.
 * @returns a line for the end of the run, and the ids that it should have proven and did not
 */
export function proofOf(outcomes: Outcome[]): { line: string; unproven: string[] } {
  const proofs = findProofs()
  const isForFaults = (id: string) => proofs.get(id)?.every((file) => file.includes('.faults.')) ?? false
  const ids = Object.values(requirements).flatMap(Object.keys)
  const proven = new Set(
    outcomes.filter(({ passed }) => passed).flatMap(({ title }) => title.split(' > ').flatMap(idsIn)),
  )
  const elsewhere = ids.filter(isForFaults)
  const atLastGreen = idsAtLastGreenFaults()
  const notYet = elsewhere.filter((id) => !atLastGreen.has(id))
  const unproven = ids.filter((id) => !proven.has(id) && !isForFaults(id))
  const proofsElsewhere = `${elsewhere.length - notYet.length} by test:faults (last green: ${lastGreenFaults()})`
  return {
    line: `requirements: ${proven.size} proven here, ${proofsElsewhere}, ${notYet.length} only by newer fault tests\n`,
    unproven,
  }
}

/** The commit at which the fault tests last passed as a whole; "never" if they have not. */
export const lastGreenFaults = () => (existsSync(lastGreen) ? readFileSync(lastGreen, 'utf8').trim() : 'never')

/**
 * The ids in the tests of the commit at which the fault tests last passed as a whole: nothing has run tests that were
 * written since. Empty if the history does not contain that commit.
 */
export function idsAtLastGreenFaults(): Set<string> {
  const tests = ['*.test.ts', '*.test.tsx', '*.e2e.ts']
  const found = spawnSync(
    'git',
    ['grep', '-hoE', String.raw`\[[a-z]+(-[a-z]+)*-[0-9]+\]`, lastGreenFaults(), '--', ...tests],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return new Set(found.stdout.split('\n').flatMap(idsIn))
}

/** Records that the fault tests have passed at the commit that is checked out. */
export function noteGreenFaults(): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
  writeFileSync(lastGreen, commit)
}
