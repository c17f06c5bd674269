import type { AuditEvent } from '@health-console/contract/audit.ts'
import { nameOfActor } from './phrases.ts'

type How = NonNullable<AuditEvent['how']>

/** What one person saw of somebody on one day. */
export type SeenBy = {
  key: string
  name: string
  hasLeft: boolean
  /** How often they saw it, in each way. */
  ways: Map<How, number>
  /** The times of the first and the last view. */
  fromIso: string
  toIso: string
}

type SeenDay = { day: string; people: SeenBy[] }

/** Groups entries (newest first) by day and person. The person with the latest view comes first. */
export function groupByDay(entries: AuditEvent[]): SeenDay[] {
  const days = new Map<string, Map<string, SeenBy>>()
  for (const { actor, at, how, count } of entries) {
    const day = at.slice(0, 10)
    const people = days.get(day) ?? new Map<string, SeenBy>()
    days.set(day, people)
    const key = `${actor.kind} ${actor.id}`
    const seen = people.get(key) ?? {
      key,
      name: nameOfActor(actor),
      hasLeft: actor.hasLeft,
      ways: new Map(),
      fromIso: at,
      toIso: at,
    }
    people.set(key, seen)
    seen.fromIso = at
    if (how) seen.ways.set(how, (seen.ways.get(how) ?? 0) + count)
  }
  return [...days].map(([day, people]) => ({ day, people: [...people.values()] }))
}
