/** The first letters of the parts of a name in upper case, at most three. */
export function initials(name: string): string {
  const parts = name.split(/[\s-]+/u).filter((part) => /\p{L}|\p{N}/u.test(part))
  return parts
    .slice(0, 3)
    .map((part) => firstLetter(part).toLocaleUpperCase('en'))
    .join('')
}

function firstLetter(part: string): string {
  const letters = part.replace(/^[^\p{L}\p{N}]+/u, '')
  // Most names need no segmenter; `dates.ts` explains why that matters.
  if (/^\w+$/.test(letters)) return letters.charAt(0)
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(letters)
  return first?.segment ?? ''
}
