/** How many prepared statements are cached. The least recently used one is dropped first. */
const size = 200

/** Prepares each statement once, because in SQLite that takes longer than most queries. */
export function cacheStatements<Statement>(prepare: (sql: string) => Statement): (sql: string) => Statement {
  const cache = new Map<string, Statement>()
  return (sql) => {
    const statement = cache.get(sql) ?? prepare(sql)
    cache.delete(sql)
    cache.set(sql, statement)
    const oldest = cache.keys().next()
    if (cache.size > size && !oldest.done) cache.delete(oldest.value)
    return statement
  }
}
