import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import type { SurveyedColumn } from './survey-sheet.ts'
import { phrasesOf, unitColumnTerms, wordsOf } from './terms.ts'
import { findUnitOf, ownUnitOf } from './units.ts'

const unitWords: ReadonlySet<string> = new Set(phrasesOf(unitColumnTerms).flatMap(wordsOf))

/** The column that says in which unit each value of another is, where any value is in another unit than that of the table. */
export function findUnitColumn(
  key: PatientColumnKey,
  { index, title }: SurveyedColumn,
  columns: readonly SurveyedColumn[],
): SurveyedColumn | undefined {
  const own = wordsOf(title)
  return columns.find((column) => {
    const words = Object.keys(column.profile.words ?? {})
    if (words.length === 0 || !words.every((word) => findUnitOf(key, word) !== undefined)) return false
    if (words.every((word) => findUnitOf(key, word) === ownUnitOf(key))) return false
    const named = wordsOf(column.title)
    const isNamed = named.some((word) => unitWords.has(word))
    // A letter alone may be a sex or an answer.
    if (column.exact !== null || (!isNamed && words.every((word) => word.length === 1))) return false
    return (
      (isNamed && own.length > 0 && own.every((word) => named.includes(word))) || isBeside(key, column.index - index)
    )
  })
}

/** Two pressures may share the column of their unit. */
const isBeside = (key: PatientColumnKey, distance: number) =>
  distance === 1 || (distance === 2 && key === 'systolicBloodPressure')
