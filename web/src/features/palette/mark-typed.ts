import { foldSearch } from '@health-console/contract/values/search-text.ts'

type MarkedText = { text: string; isTyped: boolean }

/** Splits a text into parts, with the typed words marked where they first occur, ignoring case and accents. */
export function markTyped(shown: string, typed: string): MarkedText[] {
  // A kana and its voicing mark, which may be separate, become one character.
  const letters: string[] = shown.normalize('NFC').match(/.[\p{M}゛゜ﾞﾟ]*/gsu) ?? []
  // Maps each character of the folded text to its position in the original.
  const from = letters.flatMap((letter, index) => Array.from({ length: foldSearch(letter).length }, () => index))
  const folded = letters.map(foldSearch).join('')
  const marked = new Set<number>()
  for (const word of foldSearch(typed).split(/\s+/).filter(Boolean)) {
    const start = folded.indexOf(word)
    if (start >= 0) for (const index of from.slice(start, start + word.length)) marked.add(index)
  }
  return letters.reduce<MarkedText[]>((parts, text, index) => {
    const last = parts.at(-1)
    const isTyped = marked.has(index)
    if (last?.isTyped !== isTyped) return [...parts, { text, isTyped }]
    last.text += text
    return parts
  }, [])
}
