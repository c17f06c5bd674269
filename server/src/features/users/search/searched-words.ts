import { foldSearch } from '@health-console/contract/values/search-text.ts'

/**
 * The words of a typed search in the form in which they are stored, without the comma between two: "Adeyemi, Arjun".
 * @param fold how stored text was folded
 */
export function searchedWords(typed: string, fold: (text: string) => string = foldSearch): string[] {
  const words = fold(typed)
    .split(/\s+/)
    .map((word) => word.replaceAll(/^,|,$/g, '') || word)
  return [...new Set(words)].filter((word) => word !== '')
}
