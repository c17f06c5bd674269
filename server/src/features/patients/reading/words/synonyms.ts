import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { dateOfBirth, yearOfBirth } from '@health-console/contract/patients/units.ts'
import { findUnit, findUnitOf } from '@health-console/contract/patients/unit-spellings.ts'
import { findColumn } from './own-headings.ts'
import {
  headingTerms,
  otherTerms,
  phrasesOf,
  sexTerms,
  type Term,
  wordsAfter,
  wordsBefore,
  wordsOf,
} from './words-by-language.ts'
import type { Sex } from './words.ts'

/** A column that a heading may mean. A lower rank is more likely. */
export type Suggestion = {
  key: PatientColumnKey
  unit: string | null
  rank: number
  /** The sex of the patients for whom the column says yes. */
  sex?: Sex
}

/** The columns that a heading may mean if it is not one of ours. */
const keysOf: Partial<Record<Term, readonly PatientColumnKey[]>> = {
  dateOfBirth: ['age'],
  yearOfBirth: ['age'],
  bloodPressure: ['systolicBloodPressure', 'diastolicBloodPressure'],
  stroke: ['cerebralInfarction', 'cerebrovascularDisease'],
}
/** Names of one column are more likely than those that may be one of two. */
const laterRank = 100

const byName = new Map<string, Suggestion[]>()
for (const [term, languages] of Object.entries(headingTerms) as [Term, Record<string, string>][]) {
  const own = patientColumns.find(({ key }) => key === term)?.key
  const unit = term === 'dateOfBirth' ? dateOfBirth : term === 'yearOfBirth' ? yearOfBirth : null
  for (const list of Object.values(languages)) {
    for (const [rank, phrase] of phrasesOf(list).entries()) {
      const name = wordsOf(phrase).join('')
      const meant = (keysOf[term] ?? (own ? [own] : [])).map((key) => ({
        key,
        unit,
        rank: own ? rank : rank + laterRank,
      }))
      const known = byName.get(name) ?? []
      byName.set(name, [...known, ...meant.filter(({ key }) => known.every((each) => each.key !== key))])
    }
  }
}

/** “Male” and “weiblich” head a column that says yes or no, unless they mean another column. Letters mean too much. */
const fewestLetters = 3
for (const sex of ['Female', 'Male'] as const) {
  for (const word of phrasesOf(sexTerms[sex])) {
    const name = wordsOf(word).join('')
    if (name.length < fewestLetters && !/\p{sc=Han}/u.test(name)) continue
    for (const each of [name, `sex${name}`, `gender${name}`, `${name}sex`, `${name}gender`]) {
      if (!byName.has(each)) byName.set(each, [{ key: 'sex', unit: null, rank: laterRank, sex }])
    }
  }
}

const before = new Set(phrasesOf(wordsBefore).map((word) => wordsOf(word).join('')))
const after = new Set(phrasesOf(wordsAfter).map((word) => wordsOf(word).join('')))

/** The columns that a heading resembles, likeliest first, with the unit in the heading. */
export function suggestColumns(heading: string): Suggestion[] {
  const tokens = wordsOf(heading.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll(/\b1st\b/gi, 'first'))
  if (tokens.length === 0 || tokens.length > 12) return []
  let from = 0
  for (;;) {
    for (let to = tokens.length; to > from; to -= 1) {
      const name = tokens.slice(from, to).join('')
      const found = (byName.get(name) ?? []).flatMap((meant) => {
        const unit = meant.unit ?? readRest(meant.key, tokens.slice(to))
        return unit === undefined ? [] : [{ ...meant, unit }]
      })
      if (found.length > 0) return found.toSorted((a, b) => a.rank - b.rank)
    }
    if (!isSkipped(tokens, from)) return []
    from += 1
  }
}

/** Questions have numbers, as in “4. Age” and “Q4 Age”. */
const isSkipped = (tokens: readonly string[], at: number) =>
  before.has(tokens[at] ?? '') || isFigure(tokens[at]) || (at === 0 && tokens[0]?.length === 1 && isFigure(tokens[1]))

const isFigure = (token = '') => /^\p{N}+$/u.test(token)

const others = new Set(phrasesOf(otherTerms).map((phrase) => wordsOf(phrase).join('')))
/** Whether a heading contains the name of another measure or person, so that it is none of the table. */
export function namesOther(title: string): boolean {
  const words = wordsOf(title)
  return words.some((_, from) => [1, 2, 3].some((count) => others.has(words.slice(from, from + count).join(''))))
}

/** The unit after a name, null without one; undefined if something else follows. */
function readRest(key: PatientColumnKey, rest: readonly string[]): string | null | undefined {
  for (let from = 0; from < rest.length; from += 1) {
    for (let to = rest.length; to > from; to -= 1) {
      const unit = findUnitOf(key, rest.slice(from, to).join(''))
      const around = [...rest.slice(0, from), ...rest.slice(to)]
      if (unit !== undefined && around.every((word) => after.has(word))) return unit
    }
  }
  return rest.every((word) => after.has(word)) ? null : undefined
}

/** The unit in a heading, whatever column it is. */
export function unitOfHeading(heading: string): string | null {
  const exact = findColumn(heading)
  if (exact !== undefined) return writtenUnit(exact, heading)
  const suggested = suggestColumns(heading).find(({ unit }) => unit !== null)
  if (suggested) return suggested.unit
  const bracketed = inBrackets(heading)
  return bracketed === undefined ? null : (findUnit(bracketed) ?? null)
}

/** The text in brackets at the end of a heading: mg/dL in “Glucose (mg/dL)”, years in “Years lived [in years]”. */
export const inBrackets = (heading: string): string | undefined =>
  /[([](?:(?:in|en|em|w|в) )?([^()[\]]+)[)\]]\s*$/i.exec(heading)?.[1]

/** The unit in a known heading of this column. */
export const writtenUnit = (key: PatientColumnKey, heading: string): string | null =>
  suggestColumns(heading).find((each) => each.key === key)?.unit ?? null
