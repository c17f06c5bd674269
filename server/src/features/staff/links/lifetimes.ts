import { latestEnd } from '../../../core/database/past.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long each kind of link works. */
export const lifeMsOf = { invitations: 7 * dayMs, recoveries: hourMs, emailChanges: dayMs, emailUndos: 7 * dayMs }

export type Link = keyof typeof lifeMsOf

/** Whether a link has ended, or was created while the clock was ahead. */
export const hasEnded = (kind: Link, expiresAtMs: number, nowMs: number): boolean =>
  expiresAtMs <= nowMs || expiresAtMs > latestEnd(nowMs, lifeMsOf[kind])
