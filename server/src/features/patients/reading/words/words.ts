import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { foldText } from '@health-console/contract/values/text.ts'
import type { Cell } from '../../../../core/spreadsheet/cells.ts'
import { answerTerms, phrasesOf, sexLetters, sexTerms, unknownTerms, wordsOf } from './words-by-language.ts'

const missing = /^(?:n\/?a|#(?:n\/a|name\?|div\/0!|value!|ref!|num!|null!)|nan|null|nil|\?+|\.+|-+|–|—)$/i

const firstsOfMissing = 'nN#?.-–—'

/** Whether a text means that there is no value. */
export const isMissing = (text: string) => firstsOfMissing.includes(text.charAt(0)) && missing.test(text)

/**
 * The placeholder in a cell without a value: a text, an error or a checkbox that is not ticked; undefined for any other
 * cell.
 */
export function missingWord(cell: Cell, text: string): string | undefined {
  if (cell.type === 'error') return cell.code
  if (cell.type === 'boolean') return cell.value ? undefined : text
  return cell.type === 'text' && isMissing(text) ? text : undefined
}

const answers = new Map<string, boolean>([
  ...phrasesOf(answerTerms.yes).map((word) => [foldText(word), true] as const),
  ...phrasesOf(answerTerms.no).map((word) => [foldText(word), false] as const),
])

/** Whether a value says yes or no; undefined for anything else. */
const answerOf = (text: string): boolean | undefined =>
  text === '1' ? true : text === '0' ? false : answers.get(foldText(text))

/** Whether a value is a code: a number, a single letter, a yes or no. The admin is asked for its meaning. */
export const isCode = (text: string) => /^[+-]?\d{1,4}(?:\.0)?$|^\p{L}$/u.test(text) || answers.has(foldText(text))

const unknown = new Set(phrasesOf(unknownTerms).map((phrase) => wordsOf(phrase).join('')))

export const saysUnknown = (text: string) => unknown.has(wordsOf(text).join(''))

export type Sex = 'Female' | 'Male'

const certainSexes = new Map<string, Sex>([
  ['f', 'Female'],
  ['female', 'Female'],
  ['m', 'Male'],
  ['male', 'Male'],
])

/** The sex that a value certainly means on its own. */
export const sexOf = (text: string): Sex | undefined => certainSexes.get(text.toLowerCase())

/** A word without case, accents, spaces and punctuation; a sign such as ♀ as it is. */
const bare = (text: string) => wordsOf(text).join('') || text

const likelySexes = new Map<string, Sex>(
  (['Female', 'Male'] as const).flatMap((sex) => phrasesOf(sexTerms[sex]).map((word) => [bare(word), sex] as const)),
)

/**
 * The proposed meaning of a value of a column.
 * @param all all values of the column: next to an H, an M is a woman
 * @param asked the sex in the heading of a column that says yes or no
 */
export function likelySexOf(text: string, all: readonly string[], asked?: Sex): Sex | undefined {
  if (asked !== undefined && areAnswers(all)) return answerOf(text) === (asked === 'Male') ? 'Male' : 'Female'
  const word = bare(text)
  const others = new Set(all.map(bare))
  const letters = sexLetters.find((pair) => pair.includes(word) && pair.every((letter) => others.has(letter)))
  if (letters) return letters[0] === word ? 'Male' : 'Female'
  return isDoubtful(word, others) ? undefined : likelySexes.get(word)
}

/** Whether all values say yes or no. An F alone is a woman. */
const areAnswers = (all: readonly string[]): boolean =>
  all.every((text) => answerOf(text) !== undefined) && !all.every((text) => sexOf(text) !== undefined)

/** Whether the admin has to be asked what a value in the column of the sex means. */
export const isUnclearSex = (text: string, all: readonly string[], asked?: Sex): boolean =>
  sexOf(text) === undefined ||
  (asked !== undefined && areAnswers(all)) ||
  isDoubtful(foldText(text), new Set(all.map(foldText)))

/** An M is a woman next to the H of hombre and the V of varón, and a man next to the V of vrouw. */
const isDoubtful = (word: string, others: ReadonlySet<string>) => word === 'm' && (others.has('h') || others.has('v'))

/** The diagnoses of the table, to choose from. */
export const usualWords: Partial<Record<PatientColumnKey, readonly string[]>> = {
  sex: ['Male', 'Female'],
  hypertension: ['Normal', 'Prehypertension', 'Stage 1 hypertension', 'Stage 2 hypertension', 'Hypertension'],
  diabetes: ['Diabetes', 'Type 2 Diabetes'],
  cerebralInfarction: ['cerebral infarction'],
  cerebrovascularDisease: ['cerebrovascular disease'],
}

/** Numbers that mean "missing" in many files; implausible ones among the values are reported. */
export const missingNumbers: ReadonlySet<number> = new Set([
  -9, -1, -8, -7, -99, -999, -9999, 99, 777, 888, 999, 9999, 99999,
])
