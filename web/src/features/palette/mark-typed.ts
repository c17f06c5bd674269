import { foldText } from '@health-console/contract/values/text.ts'

type MarkedText = { text: string; isTyped: boolean }

/** Splits a label into parts, with the typed words marked where they first occur, ignoring case and accents. */
export function markTyped(label: string, typed: string): MarkedText[] {
  const letters = [...label.normalize('NFC')]
  // Maps each character of the folded label to its position in the original.
  const from = letters.flatMap((letter, index) => Array.from({ length: foldText(letter).length }, () => index))
  const folded = letters.map(foldText).join('')
  const marked = new Set<number>()
  for (const word of foldText(typed).split(/\s+/).filter(Boolean)) {
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
