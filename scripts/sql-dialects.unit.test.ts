import { expect, test } from 'vitest'
import { findDialects } from './sql-dialects.ts'

const users = 'server/src/features/users/store.ts'

test.each([
  ['sql`select pg_database_size(current_database())`', 'a function or table'],
  ["sql<Row>`select name from pragma_table_info('x')`", 'a function or table'],
  ['sql`select * from unnest(${ids}) as one`', 'an operator'],
  ['sql`select ${at}::text`', 'a cast'],
  ["const isEmbedded = engine.name === 'sqlite'", 'the name'],
])('a feature may not contain %s', (source, what) => {
  expect(findDialects(users, `\n${source}`)[0]).toBe(
    `${users}:2 has ${what} of one engine. Put the query into server/src/core/database/`,
  )
})

test('a backup may name its engine, but contain no SQL of it', () => {
  const file = 'server/src/operations/backup/manifest.ts'
  expect(findDialects(file, "manifest.engine === 'postgres'")).toEqual([])
  expect(findDialects(file, 'sql`select unnest(a)`')).toHaveLength(1)
})

test('SQL of both engines is allowed, and that of one in the folder of the database', () => {
  const both = "sql`select coalesce(a, 0) from b where c like ${d} escape '\\\\'`"
  expect(findDialects(users, both)).toEqual([])
  expect(findDialects('server/src/core/database/postgres/queries.ts', 'sql`select unnest(a)`')).toEqual([])
})
