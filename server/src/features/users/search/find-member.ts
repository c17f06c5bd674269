import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { fold } from '../../../core/database/tables/fold.ts'

/** Leading zeros of the number do not count in the sort key, so more rows than wanted may have the same one. */
const sameKey = 100

/** The ids of at most `most` users with exactly this member ID, compared like the users' search, in their order. */
export async function findUsersByMemberId(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  memberId: string,
  most: number,
): Promise<string[]> {
  const folded = foldSearch(memberId)
  if (folded.trim() === '') return []
  // What an upgrade has not folded yet is found if it was typed as it is stored.
  const keys = [...new Set([folded, fold(memberId)].map(memberIdKey))]
  const conditions = [sql`member_id_folded = ${folded}`, ...keys.map((key) => sql`member_id_key = ${key}`)]
  // Each has an index in this order.
  const each = conditions.map(
    (condition, index) => sql`
      select * from (
        select id, member_id, sort_key from ${engine.queries.users.joined}
        where ${condition} order by sort_key limit ${sameKey}) as ${sql.id(`found${index}`)}`,
  )
  const { rows } = await sql<{ id: string; memberId: string }>`
    select id, member_id from (${sql.join(each, sql` union all `)}) as found order by sort_key`.execute(db)
  const ids = rows.filter((row) => foldSearch(row.memberId) === folded).map(({ id }) => id)
  return [...new Set(ids)].slice(0, most)
}

/** As the databases make it of a member ID that is folded for sorting: the number at its end is prefixed with its count of digits. */
function memberIdKey(folded: string): string {
  // A lookbehind lets the expression fail at once within other digits.
  const beginning = folded.replace(/(?<![0-9])[0-9]+$/, '')
  const digits = folded.slice(beginning.length).replace(/^0+/, '')
  return beginning + String.fromCharCode(48 + Math.min(digits.length, 40)) + digits
}
