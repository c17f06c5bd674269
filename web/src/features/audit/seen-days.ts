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

export type SeenDay = { day: string; people: SeenBy[] }

const opened: readonly How[] = ['view', 'download']

/** Whether the person's data was opened, not only part of a list. */
export const hasOpened = ({ methods }: Pick<SeenBy, 'methods'>) => opened.some((how) => methods.has(how))

/** Groups entries (newest first) by day and person. Who opened the data comes before who had it in a list. */
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
  return [...days].map(([day, people]) => ({
    day,
    people: [...people.values()].map(openedFirst).sort((a, b) => Number(hasOpened(b)) - Number(hasOpened(a))),
  }))
}

function openedFirst(seen: SeenBy): SeenBy {
  const isOpened = ([how]: [How, number]) => Number(opened.includes(how))
  return { ...seen, methods: new Map([...seen.methods].sort((a, b) => isOpened(b) - isOpened(a))) }
}

const dayMs = 86_400_000
const daysShown = 30

/** `unknown`: its entries are not fetched yet. */
export type DayDot = { day: string; state: 'opened' | 'listed' | 'none' | 'unknown' }

/**
 * The last 30 days, oldest first.
 * @param isWhole whether there is nothing older than the given days
 */
export function dotsOf(days: SeenDay[], isWhole: boolean, nowMs: number): DayDot[] {
  const oldest = days.at(-1)?.day ?? ''
  return Array.from({ length: daysShown }, (_, index) => {
    const day = new Date(nowMs - (daysShown - 1 - index) * dayMs).toISOString().slice(0, 10)
    const people = days.find((each) => each.day === day)?.people
    if (people) return { day, state: people.some(hasOpened) ? 'opened' : 'listed' }
    return { day, state: isWhole || day > oldest ? 'none' : 'unknown' }
  })
}
