import { expect, test } from 'vitest'
import { findProofs } from '../requirements/find-proofs.ts'
import { type Evidence, problemOf, provenRequirements } from './evidence.ts'

const proven: Evidence = {
  product: 'health-console',
  version: '1.1.0',
  commit: 'abc',
  changedFiles: [],
  testedAt: '2026-11-28T00:00:00.000Z',
  environment: { node: '26', system: 'linux', processors: '2' },
  total: { passed: 2, failed: 0, skipped: 0 },
  requirements: [
    {
      id: 'users-1',
      requirement: 'It is.',
      result: 'passed',
      tests: [{ title: '[users-1] it is', passed: true }],
      files: [],
    },
    { id: 'files-1', requirement: 'It was.', result: 'test:faults', tests: [], files: [] },
  ],
  faultsCommit: 'abc',
}
const [first, second] = proven.requirements

test.each([
  [{}, 'abc', [], undefined],
  [{}, 'abd', [], 'The last run tested abc, not abd.'],
  [{}, 'abc', [' M server/src/app.ts'], 'Files differ from the commit:  M server/src/app.ts.'],
  [{ changedFiles: ['?? new.ts'] }, 'abc', [], 'The last run tested files that differed from the commit.'],
  [{ total: { passed: 1, failed: 1, skipped: 0 } }, 'abc', [], 'In the last run, 1 tests failed.'],
  [{ total: { passed: 1, failed: 0, skipped: 1 } }, 'abc', [], 'In the last run, 1 tests were skipped.'],
  [
    { requirements: [{ ...first, result: 'failed' }, second] },
    'abc',
    [],
    'These requirements are not proven: users-1.',
  ],
  [
    { requirements: [{ ...first, result: 'not run' }, second] },
    'abc',
    [],
    'These requirements are not proven: users-1.',
  ],
  [{ requirements: [first] }, 'abc', [], 'These requirements are not proven: files-1.'],
  [{ requirements: [] }, 'abc', [], 'These requirements are not proven: users-1, files-1.'],
])('%# a release includes evidence only if it proves its commit', (changes, commit, changed, says) => {
  const problem = problemOf({ ...proven, ...changes } as Evidence, commit, changed, ['users-1', 'files-1'])
  if (says === undefined) expect(problem).toBeUndefined()
  else expect(problem).toContain(says)
})

test('a requirement of the fault tests counts as proven by them only if they have passed since its tests exist', () => {
  const forFaults = [...findProofs()].flatMap(([id, files]) =>
    files.every((file) => file.includes('.faults.')) ? [id] : [],
  )
  const [old = '', recent = ''] = forFaults
  const resultOf = (id: string) => provenRequirements([], new Set([old])).find((each) => each.id === id)?.result
  expect([resultOf(old), resultOf(recent)]).toEqual(['test:faults', 'not yet'])
})
