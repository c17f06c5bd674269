import type { Terminal } from '../../commands/terminal.ts'
import type { Config } from '../../core/config.ts'

/** One line of the report. A warning does not fail the check. */
export type Finding = { part: string; state: 'ok' | 'warning' | 'failed'; text: string }

/**
 * Checks one part. Nothing may be changed, and not even a missing folder is created; the bucket’s small object is
 * deleted again.
 */
export type CheckedPart = {
  part: string
  look: (config: Config, terminal: Terminal) => Promise<Omit<Finding, 'part'>[]>
}

export const ok = (text: string) => ({ state: 'ok', text }) as const
export const warning = (text: string) => ({ state: 'warning', text }) as const
export const failed = (text: string) => ({ state: 'failed', text }) as const
