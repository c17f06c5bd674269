import { type Days, hasDays, readDays } from '../../lib/days.ts'
import { toSearchText, toText } from '../../shell/url-search.ts'

export type AuditFilters = {
  /** The ID of an admin. */
  actor?: string | undefined
  group?: string | undefined
  /** The kind and ID of a subject: `kind:id`. */
  subject?: string | undefined
  outcome?: string | undefined
  /** An ID, or the beginning of one. */
  text?: string | undefined
  /** Which part of the log is shown; see `partOf`. */
  part?: string | undefined
} & Days

export const logParts = [
  { value: 'people', label: 'Personal data' },
  { value: 'changes', label: 'Changes' },
  { value: 'everything', label: 'Everything' },
] as const
type LogPart = (typeof logParts)[number]['value']

const dialogs = ['export', 'proof'] as const

/** The state of the audit log in the URL. The palette uses it to open the export. */
export type AuditState = AuditFilters & {
  /** The entry after which the page begins. */
  cursor?: string | undefined
  dialog?: 'export' | 'proof' | undefined
}

export function readAuditState(search: Record<string, unknown>): AuditState {
  const subject = toText(search.subject, 220)
  return {
    actor: toText(search.actor, 200),
    group: toText(search.group, 100),
    subject: subject && /^[a-z]+:./.test(subject) ? subject : undefined,
    outcome: toText(search.outcome, 100),
    text: toSearchText(search.text),
    part: toText(search.part, 20),
    ...readDays(search),
    cursor: toText(search.cursor, 100),
    dialog: dialogs.find((dialog) => dialog === search.dialog),
  }
}

export const noFilters = readAuditState({})

/** Whether there is a filter other than the search and the part of the log. */
export function hasFilters({ actor, group, subject, outcome, ...days }: AuditFilters): boolean {
  return Boolean(actor ?? group ?? subject ?? outcome) || hasDays(days)
}

/** A link with filters shows everything that they find. The page itself begins with personal data. */
export function partOf(filters: AuditFilters): LogPart {
  const chosen = logParts.find(({ value }) => value === filters.part)
  if (chosen) return chosen.value
  return hasFilters(filters) || filters.text !== undefined ? 'everything' : 'people'
}

export function splitSubject(subject: string): { kind: string; id: string } {
  const at = subject.indexOf(':')
  return { kind: subject.slice(0, at), id: subject.slice(at + 1) }
}
