import type { Kysely } from 'kysely'
import type { Engine } from '../engine.ts'
import { fillUserSearch } from './013-user-orders-postgres.ts'

/**
 * On PostgreSQL the label of a user (006, 013) is the first twelve letters of the sort key instead of the first five bytes, so
 * that people with the same surname have different ones: all users with a label of the page are sorted (decision 116).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine.name === 'postgres') await fillUserSearch(db, label)
}

const letters = 12
/** Characters with a code of their own, in order: the separator of the sort key (002) is the first. */
const alphabet = String.raw`\x1f ''-abcdefghijklmnopqrstuvwxyz`
const inAlphabet = String.raw`[\x1f ''a-z-]`
/** In their place, of which only the lowest five bits count. */
const codes = Array.from({ length: 30 }, (_, index) => String.fromCharCode('A'.charCodeAt(0) + index)).join('')
const highestCode = '_'

/**
 * The first other character gets the code of the one before it in the alphabet, and all after it the highest one: they come after
 * all that begins alike, and before the next letter.
 */
const beforeOther = `case when other < E'\\x1f' then '@' when other < ' ' then 'A' when other < '''' then 'B'
  when other < '-' then 'C' when other < 'a' then 'D' else '^' end`

const bits = Array.from(
  { length: letters },
  (_, place) => `((get_byte(codes, ${place}) & 31)::bigint << ${(letters - 1 - place) * 5})`,
).join(' | ')

/** Names in other scripts: their first six bytes. */
const labelOfOthers = `(31::bigint << 55) | (('x' || encode(substring(convert_to(sort_key, 'UTF8')
  || '\\x000000000000' from 1 for 6), 'hex'))::bit(48)::bigint << 7)`

/** Of a row with a `sort_key`, as a number of sixty bits. Without `offset 0` each step is computed once for each of its uses. */
export const label = `case when sort_key >= '{' then ${labelOfOthers} else (
  select ${bits} from (
    select convert_to(rpad(translate(head, E'${alphabet}', '${codes}') || ${beforeOther}, ${letters}, '${highestCode}'), 'UTF8') as codes
    from (
      select head, substr(sort_key, length(head) + 1, 1) as other
      from (select substring(sort_key from E'^${inAlphabet}{0,${letters}}') as head) as heads offset 0
    ) as parts offset 0
  ) as coded) end`
