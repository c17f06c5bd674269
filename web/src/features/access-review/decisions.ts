import type { ReviewedAccess } from '@health-console/contract/access-review.ts'

export type Decision = 'keep' | 'revoke'

type Decided = Pick<ReviewedAccess, 'kind' | 'id'> & { decision: Decision | null }

/** The decision for each access; null if there is none yet. What cannot be revoked is kept. */
export function toDecisions(access: ReviewedAccess[], chosen: ReadonlyMap<string, Decision>): Decided[] {
  return access.map(({ kind, id, keptBecause }) => ({
    kind,
    id,
    decision: keptBecause ? 'keep' : (chosen.get(id) ?? null),
  }))
}

export function countDecisions(decisions: Decided[]): { kept: number; revoked: number; open: number } {
  const count = (wanted: Decision | null) => decisions.filter(({ decision }) => decision === wanted).length
  return { kept: count('keep'), revoked: count('revoke'), open: count(null) }
}
