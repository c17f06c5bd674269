import type { ServiceAccount, ServiceToken } from '@health-console/contract/staff/service-accounts.ts'
import { formatDate } from '../../lib/dates.ts'

const dayMs = 86_400_000
/** A token that expires sooner than this is marked. */
const nearDays = 14

/** The visible part of a token: the end of its ID, because IDs that were created in the same hour begin alike. */
export const shortToken = (id: string) => `hc_…${id.slice(-8)}`

/** The active tokens, newest first. */
export const workingTokens = ({ tokens }: ServiceAccount, nowMs: number): ServiceToken[] =>
  tokens.filter(({ state, endsAt }) => (state === 'live' || state === 'rotated') && Date.parse(endsAt) > nowMs)

/** The last use of any of the account's tokens. */
export function lastUseOf({ tokens }: ServiceAccount): { at: string; address: string } | null {
  const used = tokens.flatMap(({ lastUsedAt, lastAddress }) =>
    lastUsedAt === null ? [] : [{ at: lastUsedAt, address: lastAddress }],
  )
  return used.toSorted((a, b) => b.at.localeCompare(a.at))[0] ?? null
}

/** When an account stops working unless something is done: the expiry of its newest token, or its own. */
export function endOf({ tokens, endsAt }: ServiceAccount, nowMs: number): Ending | null {
  const [newest] = tokens
  if (!newest) return null
  if (newest.state === 'revoked') return { at: newest.endsAt, words: 'revoked', sentence: 'revoked', urgency: 'over' }
  const at = endsAt !== null && endsAt < newest.endsAt ? endsAt : newest.endsAt
  const leftMs = Date.parse(at) - nowMs
  if (leftMs <= 0) return { at, words: 'expired', sentence: `expired on ${formatDate(at)}`, urgency: 'over' }
  const words = `expires ${inWords(leftMs)}`
  return { at, words, sentence: words, urgency: leftMs <= nearDays * dayMs ? 'near' : 'far' }
}

type Ending = {
  at: string
  /** Shown beside the day. */
  words: string
  /** Shown without the day. */
  sentence: string
  urgency: 'far' | 'near' | 'over'
}

/** Describes a duration: "in 87 days", "in 24 hours", "within the hour". */
export function inWords(leftMs: number): string {
  const hours = Math.round(leftMs / 3_600_000)
  if (hours < 1) return 'within the hour'
  if (hours < 48) return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `in ${Math.round(hours / 24)} days`
}
