import path from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { reportFailure } from './failures.ts'
import { nameOfTest } from './playwright-stage.ts'

/** Reports each failed test when it ends. */
// oxlint-disable-next-line import/no-default-export -- Playwright requires it
export default class PlaywrightFailures implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus || result.status === 'skipped') return
    const message = result.errors.map(({ message: text = '' }) => text).join('\n\n')
    reportFailure({ test: nameOfTest(path.basename(test.location.file), test.title), message })
  }
}
