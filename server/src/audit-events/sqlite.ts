import { rowFields } from '../audit/entry.ts'
import type { ReadOnlySqlite, SqliteValue } from '../database/sqlite-reader.ts'
import { snakeCase } from '../database/tables/snake-case.ts'
import type { EventIndex, EventKey, EventKind, Source } from './event-index.ts'
import { type EventQuestion, findEvents, type FoundEvents } from './find-events.ts'

const columns = rowFields.map((column) => `${snakeCase(column)} as ${column}`).join(', ')
const inSpan = 'at_ms >= ? and (at_ms, sequence) < (?, ?) order by at_ms desc, sequence desc limit ?'

/** Called by the reader's thread. */
export function read(sqlite: ReadOnlySqlite, question: EventQuestion): Promise<FoundEvents> {
  return findEvents(sqliteIndex(sqlite), question)
}

function sqliteIndex(sqlite: ReadOnlySqlite): EventIndex {
  const prepared = new Map<string, ReturnType<ReadOnlySqlite['prepare']>>()
  function all<Row>(query: string, ...values: SqliteValue[]): Row[] {
    const statement = prepared.get(query) ?? sqlite.prepare(query)
    prepared.set(query, statement)
    return statement.all(...values) as Row[]
  }

  /** Finds distinct values that begin with a prefix. Each step of the recursion skips all rows of one value. */
  function beginningWith(table: string, column: string, prefix: string, limit: number): string[] {
    const found: string[] = []
    let last: string | undefined
    while (found.length < limit) {
      const [row] = all<{ value: string }>(
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
    listKeys: async ({ fromMs, before }, limit) =>
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
      return kinds.flatMap((kind) => (source ? source.values.flatMap((value) => ofKind(kind, value)) : ofKind(kind)))
    },

    findThoseOf: async (source, keys) => {
      const query = `select 1 from ${rangeOf(source)} and at_ms = ? and sequence = ?`
      const isOf = ({ action, outcome, atMs, sequence }: EventKey) =>
        source.values.some((value) => all(query, value, action, outcome, atMs, sequence).length > 0)
      return keys.filter(isOf).map(({ sequence }) => sequence)
    },

    readEvents: async (sequences) =>
      all(
        `select ${columns} from audit_events where sequence in (select value from json_each(?))`,
        JSON.stringify(sequences),
      ),

    listTerms: async (prefixes, limit) =>
      prefixes.flatMap((prefix) => beginningWith('audit_terms', 'term', prefix, limit)),
    listActors: async (beginning, limit) =>
      ['admins', 'former_admins'].flatMap((table) => beginningWith(table, 'id', beginning, limit)),
  }
}

function rangeOf(source: Source | undefined): string {
  const ofKind = 'action = ? and outcome = ?'
  if (source === undefined) return `audit_events where ${ofKind}`
  return source.by === 'term'
    ? `audit_terms where term = ? and ${ofKind}`
    : `audit_events where actor_id = ? and ${ofKind}`
}
