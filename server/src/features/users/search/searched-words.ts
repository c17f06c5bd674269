import { fold } from '../../../core/database/tables/fold.ts'

/**
 * The words of a typed search in the form in which they are stored, without the comma between two: "Adeyemi, Arjun".
 */
export function searchedWords(typed: string): string[] {
  const words = fold(typed)
    .split(/\s+/)
    .map((word) => word.replaceAll(/^,|,$/g, '') || word)
  return [...new Set(words)].filter((word) => word !== '')
}
