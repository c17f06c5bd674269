import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { markedWords } from '../marked-words.ts'
import { birthLabel, firstNameLabel, memberIdLabel } from './013-user-orders-postgres.ts'

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

/** The first twelve letters of the sort key. */
export const label = labelOf('sort_key')

/**
 * Of what follows in the sort key, for people with the same label. The highest where another character is among its letters: in
 * the last place it has the code of the one before it, and comes after that.
 */
export const secondLabel = `case when sort_key >= '{' then ${bytesOf('sort_key', 7, 7)}
  when sort_key ~ E'^${inAlphabet}{${letters}}' then ${labelOf(`substr(sort_key, ${letters + 1})`)} else 1::bigint << 60 end`

const derived = {
  label,
  second_label: secondLabel,
  words: markedWords('words'),
  first_name_label: firstNameLabel,
  birth_label: birthLabel,
  member_id_label: memberIdLabel,
}
const fill = `insert into user_search (number, ${list()}) select number, ${Object.values(derived).join(', ')} from`

/**
 * On PostgreSQL a page of a search reads and sorts all users with its labels (006, 013). With the first five bytes of the sort key
 * people with one surname had the same. Two labels have twelve letters each (decisions 116 and 118). The words are marked.
 * Finer statistics let PostgreSQL choose between the words and the labels.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine.name === 'sqlite') return
  for (const text of [
    'drop index user_search_label',
    'drop index user_search_words',
    'truncate user_search',
    'alter table user_search add column second_label bigint not null',
    'alter table user_search alter column words set statistics 1000, alter column label set statistics 1000',
    `${fill} end_users`,
    'create index user_search_label on user_search (label, second_label)',
    'create index user_search_words on user_search using gin (words gin_trgm_ops)',
    `create or replace function index_end_users() returns trigger language plpgsql security definer
       set search_path from current as $$
     begin
       if tg_op = 'TRUNCATE' then
         truncate user_search;
       elsif tg_op = 'DELETE' then
         delete from user_search using changed where user_search.number = changed.number;
       else
         ${fill} changed
         on conflict (number) do update set (${list()}) = (${list('excluded.')})
         where (${list('user_search.')}) is distinct from (${list('excluded.')});
       end if;
       return null;
     end $$`,
    'analyze user_search',
  ]) {
    await sql.raw(text).execute(db)
  }
}

function list(prefix = ''): string {
  return Object.keys(derived)
    .map((column) => prefix + column)
    .join(', ')
}
