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
  const folded = fold(memberId)
  if (folded === '') return []
  const { rows } = await sql<{ id: string; memberId: string }>`
    select id, member_id from ${engine.queries.users.joined}
    where member_id_key = ${memberIdKey(folded)} order by sort_key limit ${sameKey}`.execute(db)
  return rows
    .filter((row) => fold(row.memberId) === folded)
    .slice(0, most)
    .map(({ id }) => id)
}

/** As the databases make it of a folded member ID: the number at its end is prefixed with its count of digits. */
function memberIdKey(folded: string): string {
  // A lookbehind lets the expression fail at once within other digits.
  const beginning = folded.replace(/(?<![0-9])[0-9]+$/, '')
  const digits = folded.slice(beginning.length).replace(/^0+/, '')
  return beginning + String.fromCharCode(48 + Math.min(digits.length, 40)) + digits
}
