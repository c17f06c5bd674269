/** SQL, and names of engines, that only one engine understands. */
const dialects: readonly [RegExp, string][] = [
  [/\bpg_[a-z_]+|\bpragma[_ ]|\bsqlite_[a-z]+|\bcurrent_setting\(|\bcurrent_database\(/i, 'a function or table'],
  [/\bunnest\(|\blateral\b|\bcollate "|\bstarts_with\(|\binstr\(|\bmatch \$|\bilike\b|\browid\b/i, 'an operator'],
  [/::(?:text|bigint|int|jsonb?|bytea)\b/i, 'a cast'],
]

/** A backup names the engine of its database, and is restored only with that one. */
const ofBackups = 'server/src/operations/backup/'

/** The places outside `core/database/` whose SQL is that of one engine, or which ask for the engine's name. */
export function findDialects(file: string, source: string): string[] {
  if (!file.startsWith('server/src/') || file.startsWith('server/src/core/database/')) return []
  if (file.endsWith('.test.ts')) return []
  const queries = [...source.matchAll(/\bsql(?:<[^`]*>)?`[^`]*`/g)]
  const inQueries = queries.flatMap(({ 0: query, index }) =>
    dialects.filter(([pattern]) => pattern.test(query)).map(([, what]) => ({ index, what })),
  )
  const names = file.startsWith(ofBackups) ? [] : [...source.matchAll(/\bengine\.name\b|===? '(?:sqlite|postgres)'/g)]
  return [...inQueries, ...names.map(({ index }) => ({ index, what: 'the name' }))].map(
    ({ index, what }) =>
      `${file}:${source.slice(0, index).split('\n').length} has ${what} of one engine. Put the query into server/src/core/database/`,
  )
}
