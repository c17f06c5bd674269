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

/** Names in other scripts: their first six bytes, and in the second label seven more. */
const bytesOf = (key: string, first: number, amount: number) =>
  `('x' || encode(substring(convert_to(${key}, 'UTF8') || '\\x${'00'.repeat(13)}' from ${first} for ${amount}), 'hex'))::bit(${amount * 8})::bigint`
const labelOfOthers = (key: string) => `(31::bigint << 55) | (${bytesOf(key, 1, 6)} << 7)`

/** Of a sort key, as a number of sixty bits. Without `offset 0` each step is computed once for each of its uses. */
const labelOf = (key: string) => `case when ${key} >= '{' then ${labelOfOthers(key)} else (
  select ${bits} from (
    select convert_to(rpad(translate(head, E'${alphabet}', '${codes}') || ${beforeOther}, ${letters}, '${highestCode}'), 'UTF8') as codes
    from (
      select head, substr(${key}, length(head) + 1, 1) as other
      from (select substring(${key} from E'^${inAlphabet}{0,${letters}}') as head) as heads offset 0
    ) as parts offset 0
  ) as coded) end`

export const label = labelOf('sort_key')

/**
 * Of what follows in the sort key, for people with the same label. The highest where another character is among its letters: in
 * the last place it has the code of the one before it, and comes after that.
 */
export const secondLabel = `case when sort_key >= '{' then ${bytesOf('sort_key', 7, 7)}
  when sort_key ~ E'^${inAlphabet}{${letters}}' then ${labelOf(`substr(sort_key, ${letters + 1})`)} else 1::bigint << 60 end`
