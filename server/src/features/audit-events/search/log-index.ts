import { type AuditAction, auditOutcomes } from '@health-console/contract/audit/actions.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queries } from '../../../core/database/queries.ts'
import type { AuditEventsTable } from '../../../core/database/tables/audit.ts'
import type { Db, Tables } from '../../../core/database/tables.ts'

/** A position in the audit log. Entries are ordered by time, then by sequence, newest first. */
export type LogPosition = Pick<AuditEventsTable, 'atMs' | 'sequence'>

export type EventKey = Pick<AuditEventsTable, 'atMs' | 'sequence' | 'action' | 'outcome'>

/** A kind of entry. It is the first column of the indexes, so entries of one kind are read in the order of time. */
export type EventKind = { action: AuditAction; outcome: AuditEventsTable['outcome'] }

/** The entries that contain one of the terms, or were caused by one of the actors. */
export type Source = { by: 'term' | 'actor'; values: string[] }

export type Span = {
  fromMs: number
  /** The end is exclusive. */
  before: LogPosition
}

/** The queries that the search for entries runs: each reads one range of an index. */
export type LogIndex = ReturnType<typeof logIndex>

export function logIndex(db: Db, { selectForEach }: Queries) {
  return {
    /**
     * The kinds of which there are entries. Each step skips all entries of one action, and `exists` would let PostgreSQL
     * read them.
     */
    async listKinds(): Promise<EventKind[]> {
      const outcomes = sql.join(
        auditOutcomes.map((outcome) => sql`select cast(${outcome} as text) as outcome`),
        sql` union all `,
      )
      const { rows } = await sql<EventKind>`
        with recursive actions (action) as (
          select min(action) from audit_events
          union all
          select (select min(action) from audit_events where audit_events.action > actions.action)
          from actions where actions.action is not null)
        select actions.action, outcomes.outcome from actions cross join (${outcomes}) as outcomes
        where (
          select 1 from audit_events
          where audit_events.action = actions.action and audit_events.outcome = outcomes.outcome limit 1) = 1`.execute(
        db,
      )
      return rows
    },

    /** All entries within a time span, newest first. */
    listKeys: (span: Span, limit: number): Promise<EventKey[]> =>
      newest(db.selectFrom('auditEvents').select(['atMs', 'sequence', 'action', 'outcome']), span, limit).execute(),

    /**
     * Entries of the given kinds. They may be repeated.
     * @param source limits them to one source; undefined: all entries
     */
    listKeysOf: (
      kinds: readonly EventKind[],
      source: Source | undefined,
      span: Span,
      limit: number,
    ): Promise<EventKey[]> => {
      const values = source?.values ?? ['']
      return selectForEach(
        db,
        values.flatMap((value) => kinds.map(({ action, outcome }) => ({ value, action, outcome }))),
        (of) => {
          const { events, terms } = rangeOf(db, source, of)
          return events ? newest(events, span, limit) : newest(terms, span, limit)
        },
        { by: ['atMs', 'sequence'], limit: limit * values.length },
      )
    },

    /** The sequences of the keys that belong to the source. */
    findThoseOf: async (source: Source, keys: readonly EventKey[]): Promise<number[]> => {
      const found = await selectForEach(
        db,
        source.values.flatMap((value) =>
          keys.map(({ action, outcome, atMs, sequence }) => ({ value, action, outcome, atMs, sequence })),
        ),
        (of) => {
          const isKey = sql<boolean>`at_ms = ${of.atMs} and sequence = ${of.sequence}`
          const { events, terms } = rangeOf(db, source, of)
          return events ? events.where(isKey).limit(1) : terms.where(isKey).limit(1)
        },
      )
      return found.map(({ sequence }) => sequence)
    },

    readEvents: (sequences: number[]): Promise<AuditEventsTable[]> =>
      db.selectFrom('auditEvents').selectAll().where('sequence', 'in', sequences).execute(),

    /** Terms that begin with one of the prefixes. @param most how many are needed; there may be more */
    listTerms: async (prefixes: readonly string[], most: number): Promise<string[]> => {
      const found: string[] = []
      let wanted = prefixes.map((prefix) => ({ prefix, term: prefix }))
      // Each round finds the next term of each prefix, and so skips all rows of one term.
      for (let isFirst = true; wanted.length > 0 && found.length < most; isFirst = false) {
        const next = await selectForEach(
          db,
          wanted.map(({ prefix, term }) => ({ prefix, from: term })),
          ({ from }) => {
            const terms = db.selectFrom('auditTerms').select('term').orderBy('term').limit(1)
            return isFirst ? terms.where('term', '>=', from) : terms.where('term', '>', from)
          },
        )
        wanted = next.filter(({ prefix, term }) => term.startsWith(prefix))
        found.push(...wanted.map(({ term }) => term))
      }
      return found
    },

    /** Ids of current and former staff that begin with a prefix. They may be repeated. */
    listActors: async (beginning: string, most: number): Promise<string[]> => {
      const isWanted = sql<boolean>`substr(id, 1, ${[...beginning].length}) = ${beginning}`
      const [current, former] = await Promise.all([
        db.selectFrom('admins').select('id').where(isWanted).orderBy('id').limit(most).execute(),
        db.selectFrom('formerAdmins').select('id').where(isWanted).orderBy('id').limit(most).execute(),
      ])
      return [...current, ...former].map(({ id }) => id)
    },
  }
}

/** The values of one entry of the index, in a query that runs for each of them. */
type Range = {
  value: RawBuilder<string>
  action: RawBuilder<string>
  outcome: RawBuilder<AuditEventsTable['outcome']>
}

/** The range of an index with the entries of a kind and, if there is a source, of one of its values. */
function rangeOf(db: Db, source: Source | undefined, { value, action, outcome }: Range) {
  const events = db.selectFrom('auditEvents').where('action', '=', action).where('outcome', '=', outcome)
  const terms = db.selectFrom('auditTerms').where('action', '=', action).where('outcome', '=', outcome)
  if (source?.by === 'term') return { terms: terms.where('term', '=', value).select(['atMs', 'sequence']) }
  return { events: (source ? events.where('actorId', '=', value) : events).select(['atMs', 'sequence']) }
}

const newest = <Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { fromMs, before }: Span,
  limit: number,
) =>
  query
    .where(sql<boolean>`at_ms >= ${fromMs} and (at_ms, sequence) < (${before.atMs}, ${before.sequence})`)
    .orderBy(sql`at_ms`, 'desc')
    .orderBy(sql`sequence`, 'desc')
    .limit(limit)
