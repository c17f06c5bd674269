import { CompiledQuery } from 'kysely'
import type { Db } from '../../../core/database/tables.ts'
import type { EventIndex, EventKey, EventKind, Source } from './event-index.ts'

const inSpan = 'at_ms >= ? and (at_ms, sequence) < (?, ?) order by at_ms desc, sequence desc limit ?'

export function sqliteIndex(db: Db): EventIndex {
  async function all<Row>(query: string, ...values: unknown[]): Promise<Row[]> {
    return (await db.executeQuery<Row>(CompiledQuery.raw(query, values))).rows
  }

  /** Finds distinct values that begin with a prefix. Each step of the recursion skips all rows of one value. */
  async function beginningWith(table: string, column: string, prefix: string, limit: number): Promise<string[]> {
    const found: string[] = []
    let last: string | undefined
    while (found.length < limit) {
      const [row] = await all<{ value: string }>(
        `select ${column} as value from ${table} where ${column} ${last === undefined ? '>=' : '>'} ? order by ${column} limit 1`,
        last ?? prefix,
      )
      if (!row?.value.startsWith(prefix)) break
      found.push(row.value)
      last = row.value
    }
    return found
  }

  return {
    listKeys: ({ fromMs, before }, limit) =>
      all<EventKey>(
        `select at_ms as atMs, sequence, action, outcome from audit_events where ${inSpan}`,
        fromMs,
        before.atMs,
        before.sequence,
        limit,
      ),

    listKeysOf: async (kinds, source, { fromMs, before }, limit) => {
      const query = `select at_ms as atMs, sequence, action, outcome from ${rangeOf(source)} and ${inSpan}`
      const span = [fromMs, before.atMs, before.sequence, limit]
      const ofKind = ({ action, outcome }: EventKind, value?: string) =>
        all<EventKey>(query, ...(value === undefined ? [] : [value]), action, outcome, ...span)
      const found = kinds.flatMap((kind) =>
        source ? source.values.map((value) => ofKind(kind, value)) : [ofKind(kind)],
      )
      return (await Promise.all(found)).flat()
    },

    findThoseOf: async (source, keys) => {
      const query = `select 1 from ${rangeOf(source)} and at_ms = ? and sequence = ?`
      const found = keys.flatMap(({ action, outcome, atMs, sequence }) =>
        source.values.map(async (value) =>
          (await all(query, value, action, outcome, atMs, sequence)).map(() => sequence),
        ),
      )
      return (await Promise.all(found)).flat()
    },

    readEvents: (sequences) => db.selectFrom('auditEvents').selectAll().where('sequence', 'in', sequences).execute(),
    listTerms: async (prefixes, limit) =>
      (await Promise.all(prefixes.map((prefix) => beginningWith('audit_terms', 'term', prefix, limit)))).flat(),
    listActors: async (beginning, limit) => [
      ...(await beginningWith('admins', 'id', beginning, limit)),
      ...(await beginningWith('former_admins', 'id', beginning, limit)),
    ],
  }
}

function rangeOf(source: Source | undefined): string {
  const ofKind = 'action = ? and outcome = ?'
  if (source === undefined) return `audit_events where ${ofKind}`
  return source.by === 'term'
    ? `audit_terms where term = ? and ${ofKind}`
    : `audit_events where actor_id = ? and ${ofKind}`
}
