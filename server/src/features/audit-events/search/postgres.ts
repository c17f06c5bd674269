import { sql } from 'kysely'
import type { Db } from '../../../core/database/tables.ts'
import type { EventIndex, EventKey, EventKind, Source, Span } from './event-index.ts'

export function postgresIndex(db: Db): EventIndex {
  async function all<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
    return (await query.execute(db)).rows
  }

  /** Finds distinct values that begin with a prefix. Each step of the recursion skips all rows of one value. */
  async function beginningWith(table: string, column: string, prefixes: string[], limit: number): Promise<string[]> {
    const value = sql`${sql.ref(column)} collate "C"`
    const rows = await all(sql<{ value: string }>`
      select one.value from unnest(${prefixes}::text[]) as wanted (prefix) cross join lateral (
        with recursive found (value) as (
          (select ${value} from ${sql.table(table)} where ${value} >= wanted.prefix order by ${value} limit 1)
          union all
          select (select ${value} from ${sql.table(table)} where ${value} > found.value order by ${value} limit 1)
          from found where starts_with(found.value, wanted.prefix)
        )
        select value from found where starts_with(value, wanted.prefix) limit ${limit}
      ) as one`)
    return rows.map((row) => row.value)
  }

  return {
    listKeys: (span, limit) =>
      all(sql<EventKey>`select at_ms, sequence, action, outcome from audit_events where ${inSpan(span, limit)}`),

    listKeysOf: (kinds, source, span, limit) => {
      const values = source?.values ?? ['']
      return all(sql<EventKey>`
        select found.at_ms, found.sequence, kind.action, kind.outcome
        from unnest(${values}::text[]) as source (value)
        cross join ${kindsOf(kinds)}
        cross join lateral (select at_ms, sequence from ${rangeOf(source)} and ${inSpan(span, limit)}) as found
        order by found.at_ms desc, found.sequence desc limit ${limit * values.length}`)
    },

    findThoseOf: async (source, keys) => {
      const rows = await all(sql<{ sequence: number }>`
        select kind.sequence
        from unnest(${source.values}::text[]) as source (value)
        cross join ${keysOf(keys)}
        cross join lateral (
          select 1 from ${rangeOf(source)} and at_ms = kind.at_ms and sequence = kind.sequence limit 1
        ) as found`)
      return rows.map(({ sequence }) => sequence)
    },

    readEvents: (sequences) => db.selectFrom('auditEvents').selectAll().where('sequence', 'in', sequences).execute(),
    listTerms: (prefixes, limit) => beginningWith('audit_terms', 'term', prefixes, limit),
    listActors: async (beginning, limit) => [
      ...(await beginningWith('admins', 'id', [beginning], limit)),
      ...(await beginningWith('former_admins', 'id', [beginning], limit)),
    ],
  }
}

function inSpan({ fromMs, before }: Span, limit: number) {
  return sql`at_ms >= ${fromMs} and (at_ms, sequence) < (${before.atMs}::bigint, ${before.sequence}::bigint)
    order by at_ms desc, sequence desc limit ${limit}`
}

/** Reads one range of an index for each pair of a source and a kind. */
function rangeOf(source: Source | undefined) {
  const ofKind = sql`action = kind.action and outcome = kind.outcome`
  if (source === undefined) return sql`audit_events where ${ofKind}`
  return source.by === 'term'
    ? sql`audit_terms where term = source.value and ${ofKind}`
    : sql`audit_events where actor_id = source.value and ${ofKind}`
}

function kindsOf(kinds: EventKind[]) {
  const [actions, outcomes] = [kinds.map(({ action }) => action), kinds.map(({ outcome }) => outcome)]
  return sql`unnest(${actions}::text[], ${outcomes}::text[]) as kind (action, outcome)`
}

function keysOf(keys: EventKey[]) {
  const column = (field: keyof EventKey) => keys.map((key) => key[field])
  return sql`unnest(${column('action')}::text[], ${column('outcome')}::text[], ${column('atMs')}::bigint[], ${column('sequence')}::bigint[])
    as kind (action, outcome, at_ms, sequence)`
}
