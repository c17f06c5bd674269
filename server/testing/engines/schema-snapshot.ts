import type { Engine } from '../../src/core/database/engine.ts'

type EngineName = Engine['name']

/** What stands before the lines that only one engine has. */
const marks = { sqlite: 'SQLite: ', postgres: 'PostgreSQL: ' } as const satisfies Record<EngineName, string>

/** The lines of each table, as `describeSchema` describes it. */
type Tables = ReadonlyMap<string, readonly string[]>

/** The lines of a schema in the order in which the snapshot has them. */
export function sortSchema(description: string): string {
  return [...readTables(description)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([table, lines]) => [table, ...lines.toSorted()].join('\n'))
    .join('\n\n')
}

/** What a snapshot of both schemas says of one engine, in the same order; empty if it does not contain the engine. */
export function schemaIn(snapshot: string, engine: EngineName): string {
  const tables = [...readTables(snapshot)].flatMap(([table, lines]) => {
    const own = lines.flatMap((line) => {
      const of = (Object.keys(marks) as EngineName[]).find((each) => line.startsWith(`  ${marks[each]}`))
      if (of === undefined) return [line]
      return of === engine ? [`  ${line.slice(marks[of].length + 2)}`] : []
    })
    return own.length > 0 ? [[table, ...own].join('\n')] : []
  })
  return sortSchema(tables.join('\n\n'))
}

/** A snapshot of both schemas: lines that both have once, and the others with the name of their engine. */
export function joinSchemas(schemas: Record<EngineName, string>): string {
  const sqlite = readTables(schemas.sqlite)
  const postgres = readTables(schemas.postgres)
  const only = (mark: string, lines: readonly string[], others: readonly string[]) =>
    lines.filter((line) => !others.includes(line)).map((line) => `  ${mark}${line.slice(2)}`)
  return [...new Set([...sqlite.keys(), ...postgres.keys()])]
    .toSorted()
    .map((table) => {
      const [first, second] = [sqlite.get(table) ?? [], postgres.get(table) ?? []]
      const both = first.filter((line) => second.includes(line))
      return [table, ...both, ...only(marks.sqlite, first, second), ...only(marks.postgres, second, first)].join('\n')
    })
    .join('\n\n')
    .concat('\n')
}

function readTables(description: string): Tables {
  const parts = description.trim() === '' ? [] : description.trim().split('\n\n')
  return new Map(
    parts.map((part) => {
      // A statement of several lines is indented further.
      const [table = '', ...lines] = part.split(/\n(?! {4})/)
      return [table, lines]
    }),
  )
}
