import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../program.ts'
import { readPlaywright } from './playwright-stage.ts'
import { add } from './stage.ts'
import { readVitest } from './vitest-stage.ts'

const failed = (message: string) => ({ state: 'failed', errors: [{ message }] })

test('a file that fails before its first test and an error outside of any test count as failures', () => {
  const report = {
    tests: [
      { file: 'server/some.test.ts', name: 'it > a holds', ...failed('a does not hold') },
      { file: 'server/some.test.ts', name: 'b holds', state: 'passed', errors: [] },
      { file: 'server/some.test.ts', name: 'c holds', state: 'skipped', errors: [] },
    ],
    outside: [
      { file: 'server/broken.test.ts', errors: [{ message: 'no such module', stack: 'at line 1' }] },
      { errors: [{ message: 'an unhandled rejection' }] },
    ],
  }
  expect(readVitest(report)).toEqual({
    passed: 1,
    failed: 3,
    skipped: 1,
    failures: [
      { test: 'server/broken.test.ts', message: 'at line 1' },
      { test: 'outside of any test', message: 'an unhandled rejection' },
      { test: 'server/some.test.ts › it > a holds', message: 'a does not hold' },
    ],
    outcomes: [
      { title: 'it > a holds', passed: false },
      { title: 'b holds', passed: true },
      { title: 'c holds', passed: false },
    ],
  })
})

test('a flaky e2e test and an error outside of any test count as failures', () => {
  const spec = { title: 'it holds', file: 'users.e2e.ts' }
  const flaky = { status: 'flaky', results: [{ status: 'failed', errors: [{ message: 'too late' }] }] }
  const report = {
    suites: [{ title: 'users', specs: [], suites: [{ title: 'a list', specs: [{ ...spec, tests: [flaky] }] }] }],
    stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 2 },
    errors: [{ message: 'no tests' }],
  }
  expect(readPlaywright(report)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
    failures: [
      { test: 'outside of any test', message: 'no tests' },
      { test: 'users.e2e.ts › it holds', message: 'too late' },
    ],
    outcomes: [{ title: 'it holds', passed: false }],
  })
})

test('the totals of a run are the sums of its stages', () => {
  expect(
    add([
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 0, skipped: 1 },
    ]),
  ).toEqual({ passed: 11, failed: 2, skipped: 4 })
  expect(add([])).toEqual({ passed: 0, failed: 0, skipped: 0 })
})

test('the names of tests that may be skipped contain the reason', () => {
  const files = globSync('{server,scripts,contract,formats,web}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
  const counts = files.map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return { file, skips: count(text, /\.(skipIf|runIf)\(/g), reasons: count(text, / \(only [^)]+\)['`]/g) }
  })
  expect(counts.filter(({ skips }) => skips > 0)).not.toEqual([])
  expect(counts.filter(({ skips, reasons }) => skips !== reasons)).toEqual([])
})
