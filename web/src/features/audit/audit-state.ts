import { type AuditPart, auditParts } from '@health-console/contract/audit/parts.ts'
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
  /** Personal data, or changes. */
  part?: AuditPart | undefined
} & Days

const dialogs = ['export', 'proof'] as const

/** The state of the audit log in the URL. The palette uses it to open the export. */
export type AuditState = AuditFilters & {
  /** Shows entries without a filter. With one, entries are always shown. */
  as?: 'entries' | undefined
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
    part: auditParts.find((part) => part === search.part),
    ...readDays(search),
    as: search.as === 'entries' ? 'entries' : undefined,
    cursor: toText(search.cursor, 100),
    dialog: dialogs.find((dialog) => dialog === search.dialog),
  }
}

export const noFilters = readAuditState({})

/** The number of filters that are set, besides the search. */
export function countFilters({ actor, group, part, subject, outcome, ...days }: AuditFilters): number {
  return [actor, group ?? part, subject, outcome, hasDays(days)].filter(Boolean).length
}

export const hasFilters = (filters: AuditFilters) => countFilters(filters) > 0

export function splitSubject(subject: string): { kind: string; id: string } {
  const at = subject.indexOf(':')
  return { kind: subject.slice(0, at), id: subject.slice(at + 1) }
}
