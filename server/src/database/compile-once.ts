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
 * A query that is compiled once for each database instead of on each run, for queries that nearly every request runs.
 * @param build may pass the parameters on, but must not read their values
 */
export function compileOnce<Parameters extends Record<string, unknown>, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
) {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery>()
  const names = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Parameters

  return async (db: Db, parameters: Parameters): Promise<Row[]> => {
    // Transactions share the adapter of their database.
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, names).compile()
    compiled.set(adapter, query)
    const values = query.parameters.map((value) => (value instanceof Parameter ? parameters[value.name] : value))
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows
  }
}
