import { searchTables } from './search-tables.ts'

/** Whether a text is more than ASCII without the grave accent, so that folding it is more than lower case. */
export const needsFolding = (text: string) => `${text} ~ '[^ -_a-~]'`

/**
 * The folded words of a user whose member ID is folded. Each text is folded by itself, because most IDs take the fast
 * path.
 */
export const foldedWords = (row: string) =>
  [
    `fold_search(${row}.first_name)`,
    `fold_search(${row}.last_name)`,
    `coalesce(${row}.member_id_folded, lower(${row}.member_id collate "C"))`,
    `fold_search(${row}.id)`,
  ].join(" || ' ' || ")

/**
 * The functions that fold as `foldSearch`, and those of the triggers that use it for every writer. They run as the owner,
 * because the product may only use its own tables.
 */
export const postgresFoldFunctions = [
  // Without statistics, as after a restore, the planner would read all letters for each text.
  `create or replace function fold_search(original text) returns text language plpgsql stable strict
    security definer set search_path from current set enable_seqscan = off as $$
    declare
      folded text;
      each record;
    begin
      if not ${needsFolding('original')} then return lower(original collate "C"); end if;
      select coalesce(string_agg(plain, '' order by letters_before, class, place, part), '') into folded from (
        select place, part, plain, class, count(*) filter (where class = 0) over (order by place, part) as letters_before
        from (
          select place, coalesce(part, 0) as part, coalesce(plain, character) as plain, coalesce(class, 0) as class
          from unnest(string_to_array(original, null)) with ordinality as characters (character, place)
            left join search_letters on letter = character collate "C"
          where coalesce(plain, character) <> '') as letters) as ordered;
      if folded ~ '[\\u3099\\u309A]' then
        for each in select pair, joined from search_pairs loop
          folded := replace(folded, each.pair, each.joined);
        end loop;
      end if;
      return folded;
    end $$`,
  `create or replace function fold_user() returns trigger language plpgsql security definer set search_path from current
    as $$
    declare
      written text := concat_ws(' ', new.first_name, new.last_name, new.member_id, new.id);
    begin
      new.member_id_folded := case when ${needsFolding('new.member_id')} then fold_search(new.member_id) end;
      -- Nearly all texts take the fast path.
      new.words := case when ${needsFolding('written')} then ${foldedWords('new')} else lower(written collate "C") end;
      return new;
    end $$`,
  `create or replace function fold_patient() returns trigger language plpgsql security definer
    set search_path from current as $$
    begin
      new.member_id_folded := fold_search(new.member_id);
      return new;
    end $$`,
]

/** The tables of the folding, its functions, and the triggers that use them. */
export const postgresSearchFold = (): string[] => [
  ...searchTables('collate "C"'),
  ...postgresFoldFunctions,
  'create trigger end_users_folded before insert or update on end_users for each row execute function fold_user()',
  `create trigger patients_folded before insert on patients for each row
    when (new.member_id_folded is null or ${needsFolding('new.member_id')}) execute function fold_patient()`,
]
