import type { Terminal } from '../../commands/terminal.ts'
import type { Config } from '../../core/config.ts'

/** What was found in one part. A warning does not fail the check. */
export type Result = { state: 'ok' | 'warning' | 'failed'; text: string }

/** One line of the report. */
export type Finding = Result & { part: string }

/**
 * Checks one part. Nothing may be changed, and not even a missing folder is created; the bucket’s small object is
 * deleted again.
 */
export type CheckedPart = {
  part: string
  look: (config: Config, terminal: Terminal) => Promise<Result[]>
}

export const ok = (text: string) => ({ state: 'ok', text }) as const
export const warning = (text: string) => ({ state: 'warning', text }) as const
export const failed = (text: string) => ({ state: 'failed', text }) as const
