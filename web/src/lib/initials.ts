/** The first letters of the parts of a name in upper case, at most three. */
export function initials(name: string): string {
  const parts = name.split(/[\s-]+/u).filter((part) => /\p{L}|\p{N}/u.test(part))
  return parts
    .slice(0, 3)
    .map((part) => firstLetter(part).toLocaleUpperCase('en'))
    .join('')
}

function firstLetter(part: string): string {
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(part.replace(/^[^\p{L}\p{N}]+/u, ''))
  return first?.segment ?? ''
}
