import type { AuditAction } from '@health-console/contract/audit-actions.ts'
import type { AuditEventsTable } from '../database/tables/audit.ts'

/** A place in the record, newest first: by time, then by sequence. */
export type Place = Pick<AuditEventsTable, 'atMs' | 'sequence'>

export type EventKey = Pick<AuditEventsTable, 'atMs' | 'sequence' | 'action' | 'outcome'>

/** A kind of entry. The indexes begin with it, so each is read in the order of time. */
export type EventKind = { action: AuditAction; outcome: AuditEventsTable['outcome'] }

/** The entries that name one of these terms, or whose actor is one of these. */
export type Source = { by: 'term' | 'actor'; values: string[] }

export type Span = {
  fromMs: number
  /** Exclusive. */
  before: Place
}

/** What the search for entries asks of a database. Keys come newest first; one may be there twice. */
export type EventIndex = {
  /** All entries of a span. */
  listKeys(span: Span, limit: number): Promise<EventKey[]>
  /** Those of these kinds. @param source only those of this source; undefined: all */
  listKeysOf(kinds: EventKind[], source: Source | undefined, span: Span, limit: number): Promise<EventKey[]>
  /** The sequences of those of the keys that belong to the source. */
  findThoseOf(source: Source, keys: EventKey[]): Promise<number[]>
  readEvents(sequences: number[]): Promise<AuditEventsTable[]>
  /** Terms that begin with one of the prefixes. @param limit for each of them */
  listTerms(prefixes: string[], limit: number): Promise<string[]>
  /** Ids of staff, present and former, that begin with a prefix; one may be there twice. */
  listActors(beginning: string, limit: number): Promise<string[]>
}
