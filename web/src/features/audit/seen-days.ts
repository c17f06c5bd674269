import type { AuditEvent } from '@health-console/contract/audit.ts'
import { nameOfActor } from './phrases.ts'

type How = NonNullable<AuditEvent['how']>

/** What one admin saw of a user or patient on one day. */
export type SeenBy = {
  key: string
  name: string
  hasLeft: boolean
  /** How often they saw it, by method. */
  methods: Map<How, number>
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
      methods: new Map(),
      fromIso: at,
      toIso: at,
    }
    people.set(key, seen)
    seen.fromIso = at
    if (how) seen.methods.set(how, (seen.methods.get(how) ?? 0) + count)
  }
  return [...days].map(([day, people]) => ({ day, people: [...people.values()] }))
}
