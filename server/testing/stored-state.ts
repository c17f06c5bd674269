import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestApp } from './build-app.ts'

/** The audit log, counters of failed attempts, and tables derived from others. */
const ignoredTables = /^(audit_|kysely_|counted_uses|user_(?!holds)|letter_folds)/
/** The time and place of the last request are stored even if the request fails. */
const ignoredColumns = ['lastSeenAtMs', 'lastUsedAtMs', 'lastAddress']

/**
 * Returns a function that reads every row of every table and every file in the data directory, each as a line. Two
 * results are equal if nothing has changed.
 */
export async function createStateReader({ context: { db, config } }: Pick<TestApp, 'context'>) {
  const names = (await db.introspection.getTables()).map(({ name }) => snakeCase(name))
  const tables = names.filter((name) => !ignoredTables.test(name))

  return async function readState(): Promise<string[]> {
    const lines = listFiles(config.dataDir)
    for (const table of tables) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
      for (const row of rows) {
        for (const column of ignoredColumns) delete row[column]
        lines.push(`${table} ${JSON.stringify(row)}`)
      }
    }
    return lines.sort()
  }
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
