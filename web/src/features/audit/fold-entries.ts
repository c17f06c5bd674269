import type { AuditAction } from '@health-console/contract/audit/actions.ts'
import type { AuditEvent } from '@health-console/contract/audit/events.ts'

/** The requests that opening a page makes, and the name of the page that the log shows for them. */
const pageOf: ReadonlyMap<string, string> = new Map<AuditAction, string>([
  ['users.list', 'Users'],
  ['user.view', 'a user'],
  ['reports.list', 'a user'],
  ['patients.view', 'Hospital patients'],
  ['files.view', 'Files'],
  ['files.uploads', 'Files'],
  ['admin.list', 'Admins'],
  ['invitation.list', 'Admins'],
  ['access_review.view', 'Admins'],
  ['audit.list', 'the audit log'],
  ['audit.actors', 'the audit log'],
])

/** The steps of an import, from its file to its end. The steps that say how it ended come first. */
const importSteps = [
  'patients.import',
  'patients.import_cancel',
  'patients.import_preview',
  'patients.import_answer',
  'patients.layout_use',
  'patients.layout_remember',
  'patients.import_upload',
] as const satisfies AuditAction[]

/** The requests of one visit are no further apart than this. */
const visitMs = 1_000

/** A row of the log: one entry, the requests of one visit to a page, or the steps of an import, newest first. */
export type LogLine = {
  id: string
  entries: [AuditEvent, ...AuditEvent[]]
  /** The entry that says what happened: how an import ended, or otherwise the newest entry. */
  main: AuditEvent
  page: string | null
  isImport: boolean
}

/**
 * Combines entries of one admin, page and second into one line at the position of the newest entry, and likewise the
 * steps of one import. A rejected request has its own line.
 * @param entries newest first
 */
export function foldEntries(entries: AuditEvent[]): LogLine[] {
  const lines: LogLine[] = []
  const open = new Map<string, LogLine>()
  for (const entry of entries) {
    const importId = importOf(entry)
    const page = entry.outcome === 'ok' ? (pageOf.get(entry.action) ?? null) : null
    const key = JSON.stringify([importId, page, entry.actor.id, entry.sessionId, entry.address, userOf(entry)])
    const line = open.get(key)
    if (line && (importId !== undefined || Date.parse(line.entries[0].at) - Date.parse(entry.at) < visitMs)) {
      line.entries.push(entry)
      if (importId !== undefined && rankOf(entry) < rankOf(line.main)) line.main = entry
      continue
    }
    const isImport = importId !== undefined
    const begun: LogLine = { id: String(entry.sequence), entries: [entry], main: entry, page, isImport }
    lines.push(begun)
    if (page !== null || isImport) open.set(key, begun)
  }
  return lines
}

/** The import that the entry is a step of. */
function importOf({ action, outcome, subjects }: AuditEvent): string | undefined {
  if (outcome === 'denied' || !importSteps.some((step) => step === action)) return
  return subjects.find(({ kind }) => kind === 'import')?.id
}

const rankOf = ({ action }: AuditEvent) => importSteps.findIndex((step) => step === action)

/** The user whose page was opened. The subjects of a list are the rows it showed, so they do not tell visits apart. */
function userOf({ action, subjects }: AuditEvent): string | undefined {
  return pageOf.get(action) === 'a user' ? subjects.find(({ kind }) => kind === 'user')?.id : undefined
}

/** The subjects of the entries in a line, each once. */
export function subjectsOf({ entries }: LogLine): AuditEvent['subjects'] {
  const subjects = new Map(entries.flatMap((entry) => entry.subjects.map((each) => [`${each.kind}:${each.id}`, each])))
  return [...subjects.values()]
}

/**
 * The subjects that the sentence of a line does not mention. It mentions the admin, the page, the file of an import,
 * and amounts.
 */
export function unsaidSubjectsOf(line: LogLine): AuditEvent['subjects'] {
  if (line.isImport || (line.page !== null && line.page !== 'a user')) return []
  const { actor } = line.main
  const kinds = Map.groupBy(subjectsOf(line), ({ kind }) => kind)
  return [...kinds.values()].flatMap((ofKind) =>
    ofKind.length === 1 ? ofKind.filter(({ id, rows }) => id !== actor.id && rows === undefined) : [],
  )
}
