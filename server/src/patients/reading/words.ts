import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { foldText } from '@health-console/contract/text.ts'
import type { Cell } from '../../spreadsheet/cells.ts'
import { phrasesOf, sexLetters, sexTerms, yesAndNo } from './terms.ts'

const missing = /^(?:n\/?a|#(?:n\/a|name\?|div\/0!|value!|ref!|num!|null!)|nan|null|nil|\?+|\.+|-+|–|—)$/i

const firstsOfMissing = 'nN#?.-–—'

/** Whether a text says that there is no value. */
export const isMissing = (text: string) => firstsOfMissing.includes(text.charAt(0)) && missing.test(text)

/** What a cell without a value shows where that is a word, an error or a box that is not ticked; undefined for any other cell. */
export function missingWord(cell: Cell, text: string): string | undefined {
  if (cell.type === 'error') return cell.code
  if (cell.type === 'boolean') return cell.value ? undefined : text
  return cell.type === 'text' && isMissing(text) ? text : undefined
}

const answers = new Set(phrasesOf(yesAndNo))

/** Whether a word is a code: a number, a single letter, a yes or no. What it means is asked. */
export const isCode = (text: string) => /^[+-]?\d{1,4}(?:\.0)?$|^\p{L}$/u.test(text) || answers.has(text.toLowerCase())

/** What people write instead of a measured value that they do not have. */
const unknown =
  /^(?:unknown|unk|not (?:known|done|measured|available|recorded|taken|tested|applicable|reported|assessed)|n\.?[dkarm]\.?|missing|refused|declined|pending|blank|empty|tbd|tbc|invalid|error|unable(?: to .{1,30})?|see notes?|none)$/i

export const saysUnknown = (text: string) => unknown.test(text)

type Sex = 'Female' | 'Male'

const certainSexes = new Map<string, Sex>([
  ['f', 'Female'],
  ['female', 'Female'],
  ['m', 'Male'],
  ['male', 'Male'],
])

/** The sex that a word alone is sure to mean. */
export const sexOf = (text: string): Sex | undefined => certainSexes.get(text.toLowerCase())

const likelySexes = new Map<string, Sex>(
  (['Female', 'Male'] as const).flatMap((sex) =>
    phrasesOf(sexTerms[sex]).map((word) => [foldText(word), sex] as const),
  ),
)

/** What a word of a column is proposed to mean. @param all the words of the column: beside an H, an M is a woman */
export function likelySexOf(text: string, all: readonly string[]): Sex | undefined {
  const word = foldText(text)
  const others = new Set(all.map(foldText))
  const letters = sexLetters.find((pair) => pair.includes(word) && pair.every((letter) => others.has(letter)))
  if (letters) return letters[0] === word ? 'Male' : 'Female'
  return isDoubtful(word, others) ? undefined : likelySexes.get(word)
}

/** Whether a word of a column has to be asked about. */
export const isUnclearSex = (text: string, all: readonly string[]): boolean =>
  sexOf(text) === undefined || isDoubtful(foldText(text), new Set(all.map(foldText)))

/** An M is a woman beside the H of hombre and the V of varón, and a man beside the V of vrouw. */
const isDoubtful = (word: string, others: ReadonlySet<string>) => word === 'm' && (others.has('h') || others.has('v'))

/** What the table calls a diagnosis, to choose from. */
export const usualWords: Partial<Record<PatientColumnKey, readonly string[]>> = {
  sex: ['Male', 'Female'],
  hypertension: ['Normal', 'Prehypertension', 'Stage 1 hypertension', 'Stage 2 hypertension', 'Hypertension'],
  diabetes: ['Diabetes', 'Type 2 Diabetes'],
  cerebralInfarction: ['cerebral infarction'],
  cerebrovascularDisease: ['cerebrovascular disease'],
}

/** Numbers that stand for "missing" in many files; an implausible one of them is pointed out. */
export const missingNumbers: ReadonlySet<number> = new Set([
  -9, -1, -8, -7, -99, -999, -9999, 99, 777, 888, 999, 9999, 99999,
])
