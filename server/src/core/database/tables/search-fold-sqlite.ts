import { searchTables } from './search-tables.ts'

/** Whether a text is more than ASCII without the grave accent, so that folding it is more than lower case. */
export const needsFolding = (text: string) => `${text} glob '*[^ -_a-~]*'`

/** A text as `foldSearch` folds it. Nearly all texts are ASCII and take the fast path. */
export const foldedForSearch = (text: string) =>
  `case when not ${needsFolding(text)} then lower(${text}) else
     (with recursive characters (place, character) as (
        select 1, substr(${text}, 1, 1)
        union all select place + 1, substr(${text}, place + 1, 1) from characters where place < length(${text})),
      letters as (
        select place, coalesce(part, 0) as part, coalesce(plain, character) as plain, coalesce(class, 0) as class
        from characters left join search_letters on letter = character
        where coalesce(plain, character) <> ''),
      ordered as (
        select *, sum(class = 0) over (order by place, part) as letters_before from letters),
      joined (number, folded) as (
        select 0, coalesce(group_concat(plain, '' order by letters_before, class, place, part), '') from ordered
        union all select search_pairs.number, replace(folded, pair, joined)
        from joined join search_pairs on search_pairs.number = joined.number + 1
        where instr(folded, char(12441)) or instr(folded, char(12442)))
      select folded from joined order by number desc limit 1) end`

/** Folds the member IDs of patients for every writer. */
export const sqlitePatientWrites = `
  create trigger patients_inserted after insert on patients when ${needsFolding('new.member_id')} begin
     update patients set member_id_folded = ${foldedForSearch('new.member_id')}
       where table_id = new.table_id and position = new.position;
   end`

/** The tables of the folding, and the trigger that uses them. */
export const sqliteSearchFold = (): string[] => [...searchTables(''), sqlitePatientWrites]
