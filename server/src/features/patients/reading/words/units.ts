import { unitsOf } from '@health-console/contract/patient-units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { foldText } from '@health-console/contract/values/text.ts'
import { phrasesOf, unitTerms } from './terms.ts'

const unitBySpelling = new Map(
  unitTerms.flatMap(([unit, spellings]) => phrasesOf(spellings).map((spelling) => [bare(spelling), unit] as const)),
)

/** The unit if a text contains nothing else: "kg", "(lbs)", "mm Hg". */
export const findUnit = (text: string): string | undefined => unitBySpelling.get(bare(text))

/** The same, limited to units that values of this column can have. */
export function findUnitOf(key: PatientColumnKey, text: string): string | undefined {
  const unit = findUnit(text)
  return unit !== undefined && unitsOf(key).some((each) => each.unit === unit) ? unit : undefined
}

/** The unit of a column in the table; null for text. */
export const ownUnitOf = (key: PatientColumnKey): string | null => unitsOf(key)[0]?.unit ?? null

/** This is more than any scale shows, so that no measured digit is lost. */
const keptDecimals = 3

/** Converts a number to the table's unit; undefined for a unit that is not a multiple of it. */
export function toOwnUnit(key: PatientColumnKey, value: number, unit: string | null): number | undefined {
  if (unit === null || unit === ownUnitOf(key)) return value
  const factor = unitsOf(key).find((each) => each.unit === unit)?.factor
  if (factor === undefined) return undefined
  const converted = Number((value * factor).toFixed(keptDecimals))
  // A child of four months has completed no year.
  return key === 'age' ? Math.floor(converted) : converted
}

/** The completed years from one day to another; undefined if the first is later. */
export function ageOn(countedTo: string, born: string): number | undefined {
  const years = Number(countedTo.slice(0, 4)) - Number(born.slice(0, 4))
  const age = countedTo.slice(5) < born.slice(5, 10) ? years - 1 : years
  return age < 0 ? undefined : age
}

/** The text without case, accents, spaces and punctuation. */
function bare(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}
