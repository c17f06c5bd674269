import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import path from 'node:path'
import { root } from '../program.ts'
import { findProofs, idsIn } from '../requirements/find-proofs.ts'
import { requirements } from '../requirements/requirements.ts'
import { idsAtLastGreenFaults, lastGreenFaults } from './proofs.ts'
import type { Counts, Outcome } from './stage.ts'

/** What a whole run of `npm test` has proven, which a release includes. */
export type Evidence = {
  product: string
  version: string
  /** The commit that was tested. */
  commit: string
  /** Files that differed from this commit. */
  changedFiles: string[]
  testedAt: string
  environment: { node: string; system: string; processors: string }
  total: Counts
  requirements: {
    id: string
    requirement: string
    /**
     * `test:faults`: its tests belong to `npm run test:faults`, which last passed as a whole at `faultsCommit`.
     * `not yet`: they belong to it too, and were written since.
     */
    result: 'passed' | 'failed' | 'not run' | 'test:faults' | 'not yet'
    tests: { title: string; passed: boolean }[]
    files: string[]
  }[]
  faultsCommit: string
}

const evidenceFile = path.join(root, '.cache/evidence.json')

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const changedFiles = () => git('status', '--porcelain').split('\n').filter(Boolean)

/** Records the results of a whole run. Outside a clone of the repository nothing is recorded. */
export function writeEvidence(outcomes: readonly Outcome[], total: Counts): void {
  let commit: string
  try {
    commit = git('rev-parse', 'HEAD')
  } catch {
    return
  }
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const evidence: Evidence = {
    product: name,
    version,
    commit,
    changedFiles: changedFiles(),
    testedAt: new Date().toISOString(),
    environment: {
      node: process.versions.node,
      system: `${process.platform} ${release()} ${process.arch}`,
      processors: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    },
    total,
    requirements: provenRequirements(outcomes, idsAtLastGreenFaults()),
    faultsCommit: lastGreenFaults(),
  }
  mkdirSync(path.dirname(evidenceFile), { recursive: true })
  writeFileSync(evidenceFile, `${JSON.stringify(evidence, null, 2)}\n`)
}

/** @param atLastGreen the ids that the fault tests have proven when they last passed as a whole */
export function provenRequirements(
  outcomes: readonly Outcome[],
  atLastGreen: ReadonlySet<string>,
): Evidence['requirements'] {
  const files = findProofs()
  const tests = new Map<string, Outcome[]>()
  for (const outcome of outcomes)
    for (const id of new Set(outcome.title.split(' > ').flatMap(idsIn)))
      tests.set(id, [...(tests.get(id) ?? []), outcome])
  return Object.values(requirements)
    .flatMap(Object.entries)
    .map(([id, requirement]) => {
      const run = tests.get(id) ?? []
      const proofs = files.get(id) ?? []
      const later = atLastGreen.has(id) ? 'test:faults' : 'not yet'
      return { id, requirement, result: resultOf(run, proofs) ?? later, tests: run, files: proofs }
    })
}

/** @returns undefined if only the fault tests can say it */
function resultOf(run: readonly Outcome[], files: readonly string[]): 'passed' | 'failed' | 'not run' | undefined {
  if (run.length > 0) return run.every(({ passed }) => passed) ? 'passed' : 'failed'
  return files.length > 0 && files.every((file) => file.includes('.faults.')) ? undefined : 'not run'
}

/**
 * Reads the evidence for the commit that is checked out.
 * @throws Error saying why it does not prove this commit, and what to run
 */
export function readEvidence(): string {
  let text: string
  try {
    text = readFileSync(evidenceFile, 'utf8')
  } catch {
    throw new Error('There is no evidence that this commit works. Run: npm test')
  }
  const ids = Object.values(requirements).flatMap(Object.keys)
  const problem = problemOf(JSON.parse(text) as Evidence, git('rev-parse', 'HEAD'), changedFiles(), ids)
  if (problem) throw new Error(problem)
  return text
}

/**
 * @param ids all requirements, which the evidence has to contain
 * @returns why the evidence does not prove a commit; undefined if it does
 */
export function problemOf(
  evidence: Evidence,
  commit: string,
  changed: readonly string[],
  ids: readonly string[],
): string | undefined {
  if (changed.length > 0) return `Files differ from the commit: ${changed.join(', ')}. Commit them, and run: npm test`
  if (evidence.commit !== commit) return `The last run tested ${evidence.commit}, not ${commit}. Run: npm test`
  if (evidence.changedFiles.length > 0) return 'The last run tested files that differed from the commit. Run: npm test'
  const { failed, skipped } = evidence.total
  if (failed > 0) return `In the last run, ${failed} tests failed. Correct them, and run: npm test`
  if (skipped > 0) return `In the last run, ${skipped} tests were skipped. Its output says why. Then run: npm test`
  const proven = evidence.requirements.filter(({ result }) => result !== 'failed' && result !== 'not run')
  const unproven = ids.filter((each) => !proven.some(({ id }) => id === each))
  if (unproven.length === 0) return undefined
  return `These requirements are not proven: ${unproven.join(', ')}. Run: npm test`
}
