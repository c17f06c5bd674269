/** How many searches are remembered for each database. The least recently used one is dropped first. */
const mostSearches = 200

/** Remembers what is known about searches, in the memory of this process. */
export function rememberSearches<Database extends WeakKey, Known>() {
  const databases = new WeakMap<Database, Map<string, Known>>()
  return {
    find: (database: Database, key: string): Known | undefined => databases.get(database)?.get(key),
    keep(database: Database, key: string, known: Known): void {
      const searches = databases.get(database) ?? new Map<string, Known>()
      databases.set(database, searches)
      searches.delete(key)
      searches.set(key, known)
      const oldest = searches.keys().next()
      if (searches.size > mostSearches && !oldest.done) searches.delete(oldest.value)
    },
  }
}
