import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { ownUnitOf } from '@health-console/contract/patients/measures.ts'
import { findUnitOf } from '@health-console/contract/patients/unit-spellings.ts'
import type { SurveyedColumn } from '../survey/survey-sheet.ts'
import { phrasesOf, unitColumnTerms, wordsOf } from '../words/words-by-language.ts'

const unitWords: ReadonlySet<string> = new Set(phrasesOf(unitColumnTerms).flatMap(wordsOf))

/** The column with the unit of each value of another column, if any value is in another unit than the table's. */
export function findUnitColumn(
  key: PatientColumnKey,
  { index, title }: SurveyedColumn,
  columns: readonly SurveyedColumn[],
): SurveyedColumn | undefined {
  const own = wordsOf(title)
  return columns.find((column) => {
    const words = Object.keys(column.profile.words ?? {})
    const units = words.map((word) => findUnitOf(key, word))
    const unknown = units.filter((unit) => unit === undefined).length
    const isOfOwn = units.every((unit) => unit === ownUnitOf(key))
    if (column.exact !== null || unknown === units.length || isOfOwn) return false
    const named = wordsOf(column.title)
    const beside = isBeside(key, column.index - index)
    // If the heading shows that the column contains units, a text that is not a unit is an error in its row.
    if (named.some((word) => unitWords.has(word))) {
      return beside || (own.length > 0 && own.every((word) => named.includes(word)))
    }
    // A single letter may be a sex or an answer.
    return beside && unknown === 0 && words.some((word) => word.length > 1)
  })
}

/** Two pressures may share the column of their unit. */
const isBeside = (key: PatientColumnKey, distance: number) =>
  distance === 1 || (distance === 2 && key === 'systolicBloodPressure')
