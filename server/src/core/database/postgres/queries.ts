import { sql } from 'kysely'
import { fieldsOf } from '../fields-of.ts'
import { hasAll, pieceBytes, type Queries } from '../queries.ts'

const endUsers = sql`end_users`
const like = (word: string) => sql`words like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`
const likeHits = (words: string[], earlierWords?: string[]) => sql`end_users where ${hasAll(like, words, earlierWords)}`

export const postgresQueries: Queries = {
  users: {
    table: endUsers,
    joined: endUsers,
    joinUsers: sql`left join end_users using (sort_key)`,
    indexedHits: likeHits,
    // Its planner decides by its statistics whether to use the index.
    scannedHits: likeHits,
  },
  async selectForEach(db, given, build, enough) {
    const [first] = given
    if (first === undefined) return []
    const fields = fieldsOf(first)
    const lists = fields.map((field) => {
      const type = typeof first[field] === 'number' ? sql`bigint[]` : sql`text[]`
      return sql`${given.map((values) => values[field])}::${type}`
    })
    const query = build(Object.fromEntries(fields.map((field) => [field, sql.ref(`given.${field}`)])) as never)
    const order = enough?.by.map((field) => sql`${sql.ref(`found.${field}`)} desc`)
    const { rows } = await sql`
      select given.*, found.*
      from unnest(${sql.join(lists)}) as given (${sql.join(fields.map((field) => sql.id(field)))})
      cross join lateral (${query}) as found
      ${order ? sql`order by ${sql.join(order)} limit ${enough?.limit}` : sql``}`.execute(db)
    return rows as never
  },
  async readTexts(db, query) {
    // node-postgres collects a row in a buffer that doubles until it is large enough, so that a long text in one row
    // would need several times its size. Without `offset 0`, PostgreSQL would decompress a text for each of its pieces.
    const { rows } = await sql<{ id: string; start: number; piece: Uint8Array }>`
      select id, start, substring(bytes from start + 1 for ${sql.lit(pieceBytes)}) as piece
      from (select id, convert_to(text, 'UTF8') as bytes from (${query}) as texts offset 0) as encoded
      cross join lateral generate_series(0, octet_length(bytes) - 1, ${sql.lit(pieceBytes)}) as start`.execute(db)
    const inOrder = rows.toSorted((a, b) => a.start - b.start)
    const byId = Map.groupBy(inOrder, ({ id }) => id)
    return new Map([...byId].map(([id, pieces]) => [id, pieces.map(({ piece }) => piece)]))
  },
}
