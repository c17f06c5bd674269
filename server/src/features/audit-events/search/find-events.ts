import { auditSubjectKinds } from '@health-console/contract/audit/actions.ts'
import type { AuditEventsTable } from '../../../core/database/tables/audit.ts'
import type { LogIndex, EventKey, EventKind, LogPosition, Source, Span } from './log-index.ts'

export type EventFilter = {
  actorId: string | undefined
  /** Undefined: all. */
  kinds: EventKind[] | undefined
  subject: string | undefined
  text: string | undefined
  /** The users whose member ID is the text. */
  users?: string[]
  fromMs: number
  toMs: number
}

export type EventPage = {
  events: AuditEventsTable[]
  /** The position at which the next page begins; null on the last page. */
  next: LogPosition | null
}

/** @param after the last position of the previous page */
export type EventQuestion = { filter: EventFilter; after: LogPosition | null; limit: number }

/** `too-many`: the text is the beginning of more ids than can be searched. */
export type FoundEvents = EventPage | 'too-many'

/** A text that is the beginning of more ids than this is rejected. */
export const maxIds = 20

/**
 * For one page, entries that must be in several sources are searched in at most this many parts of this many entries
 * each.
 */
const partsAtOnce = 3
const partSize = 100

/** So many kinds are looked for without knowing whether they have entries. */
const fewKinds = 30

/** The kinds of subjects that a term can refer to. */
const termKinds = [...auditSubjectKinds, 'request', 'address']

/**
 * One page, newest first, in a time that does not depend on the size of the audit log: each filter is a range of an
 * index, and if entries must be in two ranges, a limited number is read. Such a page may be short, or even empty, with
 * more pages after it.
 */
export async function findEvents(index: LogIndex, { filter, after, limit }: EventQuestion): Promise<FoundEvents> {
  const sources: Source[] = []
  if (filter.subject !== undefined) sources.push({ by: 'term', values: [filter.subject] })
  if (filter.actorId !== undefined) sources.push({ by: 'actor', values: [filter.actorId] })
  const named = filter.text === undefined ? undefined : await findIds(index, filter.text, filter.users ?? [])
  if (named === 'too-many') return 'too-many'

  const end = { atMs: filter.toMs, sequence: 0 }
  const span = { fromMs: filter.fromMs, before: after && isNewer(end, after) ? after : end }
  // This is usually the rarest source first.
  const groups = [...(named ? [named] : []), ...sources.map((source) => [source])]
  const [first, ...others] = groups
  const isWhole = first === undefined && filter.kinds === undefined
  const kinds = isWhole ? [] : await kindsAmong(index, filter.kinds)
  if (others.length > 0) {
    const { keys, next } = await findInAll(index, kinds, groups, span, limit)
    return { events: await readAll(index, keys), next }
  }
  const keys = isWhole
    ? await index.listKeys(span, limit + 1)
    : await listKeysOfAny(index, kinds, first, span, limit + 1)
  const page = keys.slice(0, limit)
  return { events: await readAll(index, page), next: keys.length > limit ? positionOf(page.at(-1)) : null }
}

/** The wanted kinds. Of many, only those of which there are entries, because each takes as long to look for as any. */
async function kindsAmong(index: LogIndex, wanted: EventKind[] | undefined): Promise<EventKind[]> {
  if (wanted && wanted.length <= fewKinds) return wanted
  const existing = await index.listKinds()
  const names = wanted && new Set(wanted.map(nameOf))
  return names ? existing.filter((kind) => names.has(nameOf(kind))) : existing
}

const nameOf = ({ action, outcome }: EventKind) => `${action} ${outcome}`

/** The sources with this id or of these users, or else with the ids that begin with the text. */
async function findIds(index: LogIndex, text: string, users: string[]): Promise<Source[] | 'too-many'> {
  const terms = await index.listTerms(
    termKinds.map((kind) => `${kind}:${text}`),
    maxIds + 1,
  )
  const actors = [...new Set(await index.listActors(text, maxIds + 1))]
  const ofUsers = users.map((id) => `user:${id}`)
  const exactTerms = [...new Set([...ofUsers, ...terms.filter((term) => term.slice(term.indexOf(':') + 1) === text)])]
  const exactActors = actors.filter((id) => id === text)
  const isExact = exactTerms.length + exactActors.length > 0
  const found = isExact ? { terms: exactTerms, actors: exactActors } : { terms, actors }
  if (!isExact && found.terms.length + found.actors.length > maxIds) return 'too-many'
  return [
    { by: 'term', values: found.terms },
    { by: 'actor', values: found.actors },
  ]
}

/** The newest entries of any of the sources. @param sources undefined: all entries */
async function listKeysOfAny(
  index: LogIndex,
  kinds: EventKind[],
  sources: Source[] | undefined,
  span: Span,
  limit: number,
): Promise<EventKey[]> {
  const lists = (sources ?? [undefined])
    .filter((source) => source?.values.length !== 0)
    .map((source) => index.listKeysOf(kinds, source, span, limit))
  const bySequence = new Map((await Promise.all(lists)).flat().map((key) => [key.sequence, key]))
  return [...bySequence.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(0, limit)
}

/** The entries that are in every group of sources, found in parts up to the limit. */
async function findInAll(
  index: LogIndex,
  kinds: EventKind[],
  groups: Source[][],
  span: Span,
  limit: number,
): Promise<{ keys: EventKey[]; next: LogPosition | null }> {
  const keys: EventKey[] = []
  let next: LogPosition | null = span.before
  for (let part = 0; part < partsAtOnce && next !== null && keys.length <= limit; part += 1) {
    const found = await findPartInAll(index, kinds, groups, { ...span, before: next })
    keys.push(...found.keys)
    next = found.next
  }
  return keys.length > limit ? { keys: keys.slice(0, limit), next: positionOf(keys[limit - 1]) } : { keys, next }
}

/**
 * Reads the group with the fewest entries (the one whose last key is the oldest) and looks up its keys in the other
 * groups.
 */
async function findPartInAll(index: LogIndex, kinds: EventKind[], groups: Source[][], span: Span) {
  const ended = { atMs: -1, sequence: 0 }
  let rarest: { group: Source[] | undefined; keys: EventKey[]; last: LogPosition } = {
    group: undefined,
    keys: [],
    last: span.before,
  }
  for (const group of groups) {
    const keys = await listKeysOfAny(index, kinds, group, span, partSize)
    const last = keys.length < partSize ? ended : (keys.at(-1) ?? ended)
    if (isNewer(rarest.last, last)) rarest = { group, keys, last }
    if (last === ended) break
  }
  let { keys } = rarest
  for (const group of groups.filter((each) => each !== rarest.group)) {
    const found = await Promise.all(group.map((source) => index.findThoseOf(source, keys)))
    const sequences = new Set(found.flat())
    keys = keys.filter(({ sequence }) => sequences.has(sequence))
  }
  return { keys, next: rarest.last === ended ? null : positionOf(rarest.last) }
}

async function readAll(index: LogIndex, keys: EventKey[]): Promise<AuditEventsTable[]> {
  if (keys.length === 0) return []
  const events = await index.readEvents(keys.map(({ sequence }) => sequence))
  return events.sort((a, b) => (isNewer(a, b) ? -1 : 1))
}

export function isNewer(a: LogPosition, b: LogPosition): boolean {
  return a.atMs > b.atMs || (a.atMs === b.atMs && a.sequence > b.sequence)
}

export function positionOf(key: LogPosition | undefined): LogPosition | null {
  return key ? { atMs: key.atMs, sequence: key.sequence } : null
}
