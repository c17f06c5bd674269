import { writeSync } from 'node:fs'
import * as z from 'zod'
import type { Failure } from './stage.ts'

/** The descriptor on which a tool's reporter writes each failure when it happens, one JSON object per line. */
const descriptor = 3

const Failure = z.object({ test: z.string(), message: z.string() })

/** Reports a failure to the run that started this tool; a tool that was started by hand reports none. */
export function reportFailure(failure: Failure): void {
  if (process.env['REPORTS_FAILURES'] === '1') writeSync(descriptor, `${JSON.stringify(failure)}\n`)
}

/** The option with which `runLimited` listens to a tool's failures. */
export const withFailures = (report: (failure: Failure) => void) => ({
  onLine: (line: string) => report(Failure.parse(JSON.parse(line))),
})
