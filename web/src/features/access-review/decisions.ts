import type { ReviewedAccess } from '@health-console/contract/access-review.ts'

export type Decision = 'keep' | 'revoke'

type Decided = Pick<ReviewedAccess, 'kind' | 'id'> & { decision: Decision | null }

/** What is to be done with each access: what can only be kept is kept, the others as chosen, null if not yet. */
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
