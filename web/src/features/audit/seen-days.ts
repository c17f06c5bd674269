import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { foldEntries } from './fold-entries.ts'
import { nameOfActor } from './phrases.ts'

type How = NonNullable<AuditEvent['how']>

/** The views by one admin of a user or patient on one day. */
export type SeenLine = {
  key: string
  /** A UTC date such as "2026-11-21". */
  day: string
  actorKey: string
  name: string
  hasLeft: boolean
  /** Whether the data was opened, rather than only shown in a list. */
  isOpened: boolean
  /** How often they saw it, by method. */
  methods: Map<How, number>
  /** The times of the first and the last view. */
  fromIso: string
  toIso: string
}

/** One line for each admin and day, newest first. Lists are left out for a day on which the admin opened the data. */
export function seenLines(entries: AuditEvent[]): SeenLine[] {
  const lines = new Map<string, SeenLine>()
  // A page that was opened is one view, whose further requests are logged too.
  const further = new Set(foldEntries(entries).flatMap(({ entries: [, ...others], page }) => (page ? others : [])))
  for (const entry of entries) {
    const { actor, at, how, count } = entry
    if (!how) continue
    const day = at.slice(0, 10)
    const actorKey = `${actor.kind} ${actor.id}`
    const isOpened = how === 'view' || how === 'download'
    const key = `${day} ${actorKey} ${isOpened}`
    const line = lines.get(key) ?? {
      key,
      day,
      actorKey,
      name: nameOfActor(actor),
      hasLeft: actor.hasLeft,
      isOpened,
      methods: new Map(),
      fromIso: at,
      toIso: at,
    }
    lines.set(key, line)
    line.fromIso = at
    line.methods.set(how, (line.methods.get(how) ?? 0) + (further.has(entry) ? 0 : count))
  }
  return [...lines.values()].filter((line) => line.isOpened || !lines.has(`${line.day} ${line.actorKey} true`))
}

const dayMs = 86_400_000

/** The first of the last 30 days. */
export const firstRecentDay = (nowMs: number) => new Date(nowMs - 29 * dayMs).toISOString().slice(0, 10)

/** The admins who are in the lines, with the number of their days. The admin with the most days comes first. */
export function adminsOf(lines: SeenLine[]): { key: string; name: string; days: number }[] {
  const admins = new Map<string, { key: string; name: string; days: number }>()
  for (const { actorKey, name } of lines) {
    const admin = admins.get(actorKey) ?? { key: actorKey, name, days: 0 }
    admin.days += 1
    admins.set(actorKey, admin)
  }
  return [...admins.values()].toSorted((a, b) => b.days - a.days)
}
