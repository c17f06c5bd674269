import type { AuditAction } from '@health-console/contract/audit-actions.ts'
import type { AuditEventsTable } from '../../../core/database/tables/audit.ts'

/** A position in the audit log. Entries are ordered by time, then by sequence, newest first. */
export type Place = Pick<AuditEventsTable, 'atMs' | 'sequence'>

export type EventKey = Pick<AuditEventsTable, 'atMs' | 'sequence' | 'action' | 'outcome'>

/** A kind of entry. It is the first column of the indexes, so entries of one kind are read in the order of time. */
export type EventKind = { action: AuditAction; outcome: AuditEventsTable['outcome'] }

/** The entries that contain one of the terms, or were caused by one of the actors. */
export type Source = { by: 'term' | 'actor'; values: string[] }

export type Span = {
  fromMs: number
  /** The end is exclusive. */
  before: Place
}

/** The queries that the search for entries runs. Keys are sorted newest first and may be repeated. */
export type EventIndex = {
  /** All entries within a time span. */
  listKeys(span: Span, limit: number): Promise<EventKey[]>
  /** Entries of the given kinds. @param source limits them to one source; undefined: all entries */
  listKeysOf(kinds: EventKind[], source: Source | undefined, span: Span, limit: number): Promise<EventKey[]>
  /** The sequences of the keys that belong to the source. */
  findThoseOf(source: Source, keys: EventKey[]): Promise<number[]>
  readEvents(sequences: number[]): Promise<AuditEventsTable[]>
  /** Terms that begin with one of the prefixes. @param limit the maximum for each prefix */
  listTerms(prefixes: string[], limit: number): Promise<string[]>
  /** Ids of current and former staff that begin with a prefix. They may be repeated. */
  listActors(beginning: string, limit: number): Promise<string[]>
}
