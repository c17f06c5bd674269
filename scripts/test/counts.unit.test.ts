import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../program.ts'
import { countPlaywright } from './playwright-stage.ts'
import { add } from './stage.ts'
import { readVitest } from './vitest-stage.ts'

test('a file that breaks before its first test counts as a failure, and what failed is named', () => {
  const report = {
    success: false,
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: path.join(root, 'server/some.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'a holds', status: 'failed' },
          { fullName: 'b holds', status: 'passed' },
        ],
      },
      { name: path.join(root, 'server/broken.test.ts'), status: 'failed', assertionResults: [] },
      { name: path.join(root, 'server/empty.test.ts'), status: 'passed', assertionResults: [] },
    ],
  }
  const failures = ['server/broken.test.ts', 'server/some.test.ts › a holds']
  expect(readVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 3, failures })
})

test('a flaky e2e test and an error outside of any count as failures', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'no tests' }] }
  expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3, skipped: 2 })
})

test('stages add up', () => {
  expect(
    add([
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 0, skipped: 1 },
    ]),
  ).toEqual({ passed: 11, failed: 2, skipped: 4 })
  expect(add([])).toEqual({ passed: 0, failed: 0, skipped: 0 })
})

test('tests that may be skipped say why in their names', () => {
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
