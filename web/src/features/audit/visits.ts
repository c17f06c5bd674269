import { findAuditAction, type AuditActionGroup } from '@health-console/contract/audit/actions.ts'
import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { foldEntries, type LogLine, subjectsOf } from './fold-entries.ts'
import { describeAct, describeAmount, describeKind } from './phrases.ts'

/** Entries of one caller that are further apart than this belong to two visits. */
const gapMs = 30 * 60_000

/** The entries of one caller, newest first. */
export type Visit = {
  id: string
  entries: [AuditEvent, ...AuditEvent[]]
  /** Whether earlier entries of it may be on the next page. */
  mayGoOn: boolean
}

/**
 * Combines the entries of each caller into visits, in the order of their newest entries.
 * @param entries newest first
 * @param hasMore whether there is a next page
 */
export function foldVisits(entries: AuditEvent[], hasMore: boolean): Visit[] {
  const visits: Visit[] = []
  const latest = new Map<string, Visit>()
  for (const entry of entries) {
    const caller = callerOf(entry)
    const visit = latest.get(caller)
    if (visit && Date.parse(beginOf(visit)) - Date.parse(entry.at) <= gapMs) {
      visit.entries.push(entry)
      continue
    }
    const begun: Visit = { id: `visit-${entry.sequence}`, entries: [entry], mayGoOn: false }
    visits.push(begun)
    latest.set(caller, begun)
  }
  const last = entries.at(-1)
  if (!hasMore || !last) return visits
  for (const visit of latest.values()) visit.mayGoOn = Date.parse(beginOf(visit)) - Date.parse(last.at) <= gapMs
  return visits
}

/** Callers who are not signed in are told apart by their IP addresses. */
const callerOf = ({ actor: { kind, id, name }, address }: AuditEvent) =>
  JSON.stringify([kind, id ?? name, kind === 'nobody' ? address : null])

/** The time of the first entry of a visit. */
export const beginOf = ({ entries }: Visit) => (entries.at(-1) ?? entries[0]).at

/** A part of a sentence. What matters is emphasized. */
type Clause = { strong: string; rest: string }

const lists: Partial<Record<AuditActionGroup, string>> = {
  listUsers: 'looked through users',
  searchUsers: 'searched users',
  listPatients: 'looked through patients',
  searchPatients: 'searched patients',
  viewFiles: 'viewed files',
  viewStaff: 'viewed admins',
  viewRecord: 'viewed the audit log',
}
const downloads: ReadonlySet<AuditEvent['group']> = new Set<AuditActionGroup>([
  'downloadReports',
  'downloadPatients',
  'downloadFiles',
  'exportRecord',
])
const signs: ReadonlySet<AuditEvent['group']> = new Set<AuditActionGroup>(['signIn', 'signOut'])

/** Viewed, downloaded, imported, changed, attempts, signed in, lists and searches. */
function rankOf({ main, isImport }: LogLine): number {
  if (main.outcome !== 'ok') return 4
  if (isImport) return 2
  if (main.how === 'view') return 0
  if (downloads.has(main.group)) return 1
  if (main.group && lists[main.group]) return 6
  return signs.has(main.group) || findAuditAction(main.action)?.changesNothing ? 5 : 3
}

/** Describes a visit: what matters first, and lists and searches as counts at the end. */
export function describeVisit({ entries }: Visit): Clause[] {
  const ranked = Map.groupBy(foldEntries(entries), rankOf)
  const of = (rank: number) => ranked.get(rank) ?? []
  return [
    ...describeViews(of(0)),
    ...[1, 2, 3].flatMap((rank) => countActs(of(rank)).map(([act, lines]) => ({ strong: act, rest: detailOf(lines) }))),
    ...countActs(of(4)).map(([act, lines]) => {
      const words = lines[0].main.outcome === 'denied' ? 'denied' : 'failed'
      return { strong: '', rest: `${words}: “${act}”${timesOf(lines.length)}` }
    }),
    ...countActs(of(5)).map(([act, lines]) => ({ strong: '', rest: act + timesOf(lines.length) })),
    ...[...Map.groupBy(of(6), ({ main }) => lists[main.group ?? 'listUsers'] ?? '')].map(([act, lines]) => ({
      strong: '',
      rest: act + timesOf(lines.length),
    })),
  ]
}

/** "Viewed 1 user and 2 reports", or "viewed 2 reports of HM-1". */
function describeViews(lines: LogLine[]): Clause[] {
  const isOfReport = ({ main }: LogLine) => main.action === 'report.view'
  const idsIn = (of: LogLine[], kind: string) =>
    new Set(of.flatMap((line) => subjectsOf(line).flatMap((each) => (each.kind === kind ? each.id : []))))
  const pages = lines.filter((line) => !isOfReport(line))
  const amounts = {
    user: idsIn(pages, 'user').size,
    patient: idsIn(pages, 'patient').size,
    report: idsIn(lines.filter(isOfReport), 'report').size,
  }
  const viewed = Object.entries(amounts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => describeKind(kind, count))
  if (viewed.length === 0) return countActs(lines).map(([act, of]) => ({ strong: act, rest: timesOf(of.length) }))
  return [{ strong: `viewed ${joined(viewed)}`, rest: amounts.user === 0 ? userOf(lines) : '' }]
}

const joined = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Groups lines by what was done. */
const countActs = (lines: LogLine[]) =>
  [...Map.groupBy(lines, ({ main }) => describeAct(main))] as [string, [LogLine, ...LogLine[]]][]

function detailOf([first, ...others]: [LogLine, ...LogLine[]]): string {
  if (others.length > 0) return `${timesOf(others.length + 1)}${userOf([first, ...others])}`
  const amount = describeAmount(first.main)
  return amount ? ` · ${amount}` : userOf([first])
}

/** The only user of the lines, if there is one: " of HM-1". */
function userOf(lines: LogLine[]): string {
  const users = new Map(lines.flatMap(subjectsOf).flatMap((each) => (each.kind === 'user' ? [[each.id, each]] : [])))
  const [user, ...others] = users.values()
  return user?.memberId && others.length === 0 ? ` of ${isolate(user.memberId)}` : ''
}

const timesOf = (count: number) => (count > 1 ? ` ${formatCount(count)} times` : '')

/** A line of an opened visit. Lists and searches of one kind are one line. */
export type Step = { line: LogLine; times: number; shown: number }

export function stepsOf({ entries }: Visit): Step[] {
  const steps: Step[] = []
  const known = new Map<string, Step>()
  for (const line of foldEntries(entries)) {
    const { main } = line
    const isList = main.outcome === 'ok' && (main.how === 'list' || main.how === 'search')
    const step = isList ? known.get(main.action) : undefined
    if (step) {
      step.times += 1
      step.shown += main.subjects.length
      continue
    }
    const begun = { line, times: 1, shown: main.subjects.length }
    steps.push(begun)
    if (isList) known.set(main.action, begun)
  }
  return steps
}

/** "looked through users 8 times · 160 shown"; undefined for a step that stands for one line. */
export function describeRepeated({ line: { main }, times, shown }: Step): { act: string; amount: string } | undefined {
  if (times === 1) return
  return {
    act: `${(main.group && lists[main.group]) ?? describeAct(main)}${timesOf(times)}`,
    amount: `${formatCount(shown)} shown`,
  }
}
