import { findAuditAction } from '@health-console/contract/audit-actions.ts'
import type { AuditEvent } from '@health-console/contract/audit.ts'
import { isolate } from '../../lib/isolate.ts'
import { shorten } from '../../lib/short-ids.ts'
import { formatCount } from '../../lib/numbers.ts'
import type { LogLine } from './fold.ts'

export function nameOfActor({ kind, id, name }: AuditEvent['actor']): string {
  if (kind === 'server') return 'The server'
  if (kind === 'operator') return name ? `The operator ${isolate(name)}` : 'The operator'
  if (kind === 'nobody') return 'Unknown'
  return name !== null ? isolate(name) : `Unknown admin ${shorten(id ?? '')}`
}

/** The action: "searched users". Whether it was allowed is shown beside it. */
export function describeAct({ action }: Pick<AuditEvent, 'action'>): string {
  const words = findAuditAction(action)?.words ?? action
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** The amount: "20 shown", "5 times", "ward-4.xlsx, 232 rows". */
export function describeAmount({ how, subjects, count }: Pick<AuditEvent, 'how' | 'subjects' | 'count'>): string {
  const isList = how === 'list' || how === 'search'
  return [
    isList && `${formatCount(subjects.length)} shown`,
    count > 1 && `${formatCount(count)} times`,
    describeTable(subjects),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The file and the rows of an import. */
function describeTable([first, ...others]: AuditEvent['subjects']): string | undefined {
  // a list of imports names several
  if (first?.name === undefined || first.rows === undefined || others.some(({ kind }) => kind === 'import')) return
  return `${isolate(first.name)}, ${formatCount(first.rows)} ${first.rows === 1 ? 'row' : 'rows'}`
}

/** A line of the log without its person, and the amount: "opened Admins" and "3 calls". */
export function describeLine({ entries, page }: LogLine): { act: string; amount: string } {
  const [newest] = entries
  if (page !== null && entries.length > 1)
    return { act: `opened ${page}`, amount: `${formatCount(entries.length)} calls` }
  return { act: describeAct(newest), amount: describeAmount(newest) }
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

/** "3 reports". */
export function describeKind(kind: string | null, count: number): string {
  const [one, several] = kinds.get(kind ?? '') ?? ['ID', 'IDs']
  return `${formatCount(count)} ${count === 1 ? one.toLowerCase() : several}`
}
