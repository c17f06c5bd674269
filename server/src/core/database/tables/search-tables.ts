import { listSearchLetters, listSearchPairs } from './search-letters.ts'

/** Fewer statements are faster; a longer one needs more memory. */
const rowsAtOnce = 2_000

/**
 * How searches fold text, as tables, so that triggers fold what any program writes. Sort keys have a folding of their
 * own.
 */
export function searchTables(byBytes: string): string[] {
  return [
    `create table search_letters (
      letter text ${byBytes} not null,
      part integer not null,
      plain text ${byBytes} not null,
      class integer not null,
      constraint search_letters_key primary key (letter, part)
    )`,
    ...insertAll(
      'search_letters (letter, part, plain, class)',
      [...listSearchLetters()].map((row) => [row.letter, row.part, row.plain, row.class]),
    ),
    `create table search_pairs (
      number integer primary key,
      pair text ${byBytes} not null,
      joined text ${byBytes} not null
    )`,
    ...insertAll(
      'search_pairs (number, pair, joined)',
      [...listSearchPairs()].map((row) => [row.number, row.pair, row.joined]),
    ),
    // How far each table is folded again after an upgrade. A finished one has no row.
    'create table search_upgrades (name text primary key, after text not null)',
  ]
}

function insertAll(into: string, rows: (string | number)[][]): string[] {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )
  return parts.map((part) => `insert into ${into} values ${part.map((row) => `(${row.map(literal)})`).join(', ')}`)
}

const literal = (value: string | number) =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
