import { type AuditAction, findAuditAction } from '@health-console/contract/audit/actions.ts'
import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { isolate } from '../../lib/isolate.ts'
import { shorten } from '../../lib/short-ids.ts'
import { formatCount } from '../../lib/numbers.ts'
import { type LogLine, subjectsOf } from './fold-entries.ts'

export function nameOfActor({ kind, id, name }: AuditEvent['actor']): string {
  if (kind === 'server') return 'The server'
  if (kind === 'operator') return name ? `System administrator (${isolate(name)})` : 'System administrator'
  if (kind === 'nobody') return 'Unknown'
  return name !== null ? isolate(name) : `Unknown admin ${shorten(id ?? '')}`
}

/** What an actor with an ID is: "admin" or "service account". */
export const kindOfActor = ({ isService }: AuditEvent['actor']): string => (isService ? 'service account' : 'admin')

/** Describes the action: "searched users". Whether it was allowed is shown beside it. */
export function describeAct({ action }: Pick<AuditEvent, 'action'>): string {
  const words = findAuditAction(action)?.words ?? action
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** What an entry counts, if not equal events. Null: the subjects that it names. */
const countedBy = new Map<string, string | null>([
  ['audit.export_end', 'entries'],
  ['user.erase_end', 'reports'],
  ['users.write', null],
  ['reports.write', null],
] satisfies [AuditAction, string | null][])

type Counted = Pick<AuditEvent, 'action' | 'how' | 'subjects' | 'count'>

/** Describes the amount: "20 shown", "5 times", "232 rows · ward-4.xlsx". */
export function describeAmount({ action, how, subjects, count }: Counted): string {
  const isList = how === 'list' || how === 'search'
  // The history of imports shows no rows.
  const table = action === 'patients.import_history' ? undefined : findTable(subjects)
  return [
    isList ? `${formatCount(subjects.length)} shown` : !table && describeSeveral(subjects),
    count > 1 && describeCount(action, count),
    // They are counted once the file's questions are answered.
    table && table.rows > 0 && `${formatCount(table.rows)} ${table.rows === 1 ? 'row' : 'rows'}`,
    table && isolate(table.name),
  ]
    .filter(Boolean)
    .join(' · ')
}

function describeCount(action: string, count: number): string | null {
  const counted = countedBy.has(action) ? countedBy.get(action) : 'times'
  return counted ? `${formatCount(count)} ${counted}` : null
}

/** The file and the number of rows of an import. */
function findTable([first, ...others]: AuditEvent['subjects']): { name: string; rows: number } | undefined {
  // A list of imports names several files.
  if (first?.name === undefined || first.rows === undefined || others.some(({ kind }) => kind === 'import')) return
  return { name: first.name, rows: first.rows }
}

/** Names the kinds of which there are several: "20 reports, 3 files". */
function describeSeveral(subjects: AuditEvent['subjects']): string {
  return [...Map.groupBy(subjects, ({ kind }) => kind)]
    .filter(([, ofKind]) => ofKind.length > 1)
    .map(([kind, ofKind]) => describeKind(kind, ofKind.length))
    .join(', ')
}

/** Describes a line of the log without its admin: "opened Admins" and "3 requests". */
export function describeLine(line: LogLine): { act: string; amount: string } {
  const { entries, main, page } = line
  if (page === 'a user' && entries.length > 1)
    return { act: `opened ${page}`, amount: describeSeveral(subjectsOf(line)) }
  if (page !== null && entries.length > 1)
    return { act: `opened ${page}`, amount: `${formatCount(entries.length)} requests` }
  return { act: describeAct(main), amount: describeAmount(main) }
}

const withUser = new Map<string, string>([
  ['report.view', 'Viewed a report of'],
  ['report.download', 'Downloaded a report of'],
  ['reports.download_all', 'Downloaded the reports of'],
  ['reports.numbers', 'Viewed report values of'],
  ['user.export', 'Started to export all data of'],
  ['user.export_end', 'Exported all data of'],
] satisfies [AuditAction, string][])

/** The beginning of a sentence that ends with the user: "Viewed a report of". */
export function describeWithUser({ main, page }: LogLine): string | undefined {
  return page === 'a user' ? 'Viewed user' : withUser.get(main.action)
}

const kinds = new Map<string, [one: string, several: string]>([
  ['user', ['User', 'users']],
  ['patient', ['Patient', 'patients']],
  ['report', ['Report', 'reports']],
  ['file', ['File', 'files']],
  ['version', ['Version', 'versions']],
  ['import', ['Import', 'imports']],
  ['upload', ['Upload', 'uploads']],
  ['admin', ['Admin', 'admins']],
  ['invitation', ['Invitation', 'invitations']],
  ['session', ['Session', 'sessions']],
  ['service_account', ['Service account', 'service accounts']],
  ['token', ['Token', 'tokens']],
  ['export', ['Export', 'exports']],
])

export const nameOfKind = (kind: string | null) => (kind && kinds.get(kind)?.[0]) ?? 'ID'

/** Describes several subjects of one kind: "3 reports". */
export function describeKind(kind: string | null, count: number): string {
  const [one, several] = kinds.get(kind ?? '') ?? ['ID', 'IDs']
  return `${formatCount(count)} ${count === 1 ? one.toLowerCase() : several}`
}
