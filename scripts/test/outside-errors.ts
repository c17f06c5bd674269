import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Reports errors outside of tests, which Vitest's JSON report leaves out. */
// oxlint-disable-next-line import/no-default-export -- Vitest requires it
export default class OutsideErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const file = process.env['OUTSIDE_ERRORS_FILE']
    if (file && errors.length > 0) writeFileSync(file, errors.map(({ stack, message }) => stack ?? message).join('\n'))
  }
}
