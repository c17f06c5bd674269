/**
 * PostgreSQL's trigrams have letters and digits only: a search for "o'b" or "r h" would read all users with a word that begins
 * with b or h. In `user_search` capitals, which folded words do not have, stand for the characters between. Those before a
 * word have two, so that they make a trigram with its first letter.
 */
const marks = [
  [`'`, 'Z'],
  [' ', 'QQ'],
  ['-', 'XX'],
] as const

export const markWords = (words: string): string =>
  marks.reduce((marked, [character, mark]) => marked.replaceAll(character, mark), words)

/** The same of a column, in SQL. */
export const markedWords = (column: string): string =>
  marks.reduce(
    (marked, [character, mark]) => `replace(${marked}, '${character.replaceAll("'", "''")}', '${mark}')`,
    column,
  )
