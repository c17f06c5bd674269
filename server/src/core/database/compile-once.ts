import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Db } from './tables.ts'

/** A placeholder for a value that each run provides. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * The names of the statements that each connection to PostgreSQL prepares, by their SQL. A plan stays until its tables
 * are analyzed again, so they must be small, or must not be read.
 */
export const preparedStatements = new Map<string, string>()

/**
 * A query that is compiled once for each database instead of on each run, for queries that nearly every request runs.
 * @param build may pass the parameters on, but must not read their values
 * @param name for a query that PostgreSQL plans longer than it runs: see `preparedStatements`
 */
export function compileOnce<Parameters extends Record<string, unknown>, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
  name?: string,
) {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery>()
  const names = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Parameters

  return async (db: Db, parameters: Parameters): Promise<Row[]> => {
    // Transactions share the adapter of their database.
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, names).compile()
    compiled.set(adapter, query)
    if (name !== undefined) preparedStatements.set(query.sql, name)
    const values = query.parameters.map((value) => (value instanceof Parameter ? parameters[value.name] : value))
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows
  }
}
