import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestApp } from '../build-app.ts'

/** The audit log, counters of failed attempts, and tables derived from others. */
const ignoredTables = /^(audit_|kysely_|counted_uses|user_(?!holds)|letter_folds|search_)/
/** The time and place of the last request are stored even if the request fails. */
const ignoredColumns = ['last_seen_at_ms', 'last_used_at_ms', 'last_address']

/**
 * Returns a function that reads every row of every table and every file in the data directory, each as a line. Two
 * results are equal if nothing has changed.
 */
export async function createStateReader({ context: { db, engine, config } }: Pick<TestApp, 'context'>) {
  const tables = (await db.introspection.getTables())
    .map(({ name, columns }) => ({ name: snakeCase(name), columns: columns.map((each) => snakeCase(each.name)) }))
    .filter(({ name }) => !ignoredTables.test(name))
    .map(({ name, columns }) => ({ name, columns: columns.filter((column) => !ignoredColumns.includes(column)) }))
  // One query for all tables: with one for each, reading the state cost more than what the tests do.
  const parts = tables.map(({ name, columns }) => {
    const rows = engine.name === 'sqlite' ? sqliteRows(name, columns) : postgresRows(name, columns)
    return sql`select ${sql.lit(`${name} `)} || content as line from (${rows}) as rows_of_table`
  })
  const allRows = sql<{ line: string }>`${sql.join(parts, sql` union all `)}`

  return async function readState(): Promise<string[]> {
    const { rows } = await allRows.execute(db)
    return [...listFiles(config.dataDir), ...rows.map(({ line }) => line)].sort()
  }
}

function sqliteRows(table: string, columns: string[]) {
  const values = columns.map((column) => sql`${sql.lit(`${column} `)} || quote(${sql.ref(column)})`)
  return sql`select ${sql.join(values, sql` || ', ' || `)} as content from ${sql.table(table)}`
}

function postgresRows(table: string, columns: string[]) {
  const values = sql.join(columns.map((column) => sql.ref(column)))
  return sql`select row_to_json(chosen)::text as content from (select ${values} from ${sql.table(table)}) as chosen`
}

/** The removed and added lines, shortened. */
export function describeChange(before: readonly string[], after: readonly string[]): string {
  const [old, young] = [new Set(before), new Set(after)]
  const gone = before.filter((line) => !young.has(line)).map((line) => `- ${line}`)
  const come = after.filter((line) => !old.has(line)).map((line) => `+ ${line}`)
  return [...gone, ...come].map((line) => line.slice(0, 160)).join('\n')
}

function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    if (/^console\.db|(^|\/)server\.lock/.test(name)) return []
    const info = statSync(path.join(directory, name))
    return info.isFile() ? [`${name} of ${info.size} bytes`] : []
  })
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
