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
 * Compiles a query without its values. The result fills them in.
 * @param build may pass the parameters on, but must not read their values
 */
export function compileFor<Parameters extends Record<string, unknown>, Row>(
  build: (parameters: Parameters) => Compilable<Row>,
): (values: Parameters) => CompiledQuery<Row> {
  const names = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Parameters
  const query = build(names).compile()
  return (values) => ({
    ...query,
    parameters: query.parameters.map((value) => (value instanceof Parameter ? values[value.name] : value)),
  })
}

/**
 * A query that is compiled once for each database instead of on each run, for queries that nearly every request runs.
 * @param build may pass the parameters on, but must not read their values
 * @param name for a query that PostgreSQL plans longer than it runs: see `preparedStatements`
 */
export function compileOnce<Parameters extends Record<string, unknown>, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
  name?: string,
) {
  const compiled = new WeakMap<DialectAdapter, (values: Parameters) => CompiledQuery<Row>>()

  return async (db: Db, parameters: Parameters): Promise<Row[]> => {
    // Transactions share the adapter of their database.
    const { adapter } = db.getExecutor()
    const fill = compiled.get(adapter) ?? compileFor<Parameters, Row>((names) => build(db, names))
    compiled.set(adapter, fill)
    const query = fill(parameters)
    if (name !== undefined) preparedStatements.set(query.sql, name)
    return (await db.executeQuery<Row>(query)).rows
  }
}
