import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import type { Cell } from '../../spreadsheet/cells.ts'

const missing = /^(?:n\/?a|#(?:n\/a|name\?|div\/0!|value!|ref!|num!|null!)|nan|null|nil|\?+|\.+|-+|–|—)$/i

const firstsOfMissing = 'nN#?.-–—'

/** Whether a text says that there is no value. */
export const isMissing = (text: string) => firstsOfMissing.includes(text.charAt(0)) && missing.test(text)

/** What a cell without a value shows where that is a word or an error; undefined for any other cell. */
export function missingWord(cell: Cell, text: string): string | undefined {
  if (cell.type === 'error') return cell.code
  return cell.type === 'text' && isMissing(text) ? text : undefined
}

/** Answers in any spelling; alone they do not say what was asked. */
const answers = new Set(
  'yes no y n true false t f ja nein oui non si sí não sim positive negative pos neg present absent + ✓ ✗ x'.split(' '),
)

/** Whether a word is a code: a number, a single letter, a yes or no. What it means is asked. */
export const isCode = (text: string) => /^[+-]?\d{1,4}(?:\.0)?$|^\p{L}$/u.test(text) || answers.has(text.toLowerCase())

/** What people write instead of a measured value that they do not have. */
const unknown =
  /^(?:unknown|unk|not (?:known|done|measured|available|recorded|taken|tested|applicable|reported|assessed)|n\.?[dkarm]\.?|missing|refused|declined|pending|blank|empty|tbd|tbc|invalid|error|unable(?: to .{1,30})?|see notes?|none)$/i

export const saysUnknown = (text: string) => unknown.test(text)

const sexes = new Map<string, 'Female' | 'Male'>([
  ['f', 'Female'],
  ['female', 'Female'],
  ['m', 'Male'],
  ['male', 'Male'],
])

/** The sex that a word is sure to mean. */
export const sexOf = (text: string): 'Female' | 'Male' | undefined => sexes.get(text.toLowerCase())

const likelySexes = new Map<string, 'Female' | 'Male'>([
  ['woman', 'Female'],
  ['women', 'Female'],
  ['girl', 'Female'],
  ['fem', 'Female'],
  ['females', 'Female'],
  ['weiblich', 'Female'],
  ['femme', 'Female'],
  ['femenino', 'Female'],
  ['mujer', 'Female'],
  ['feminino', 'Female'],
  ['man', 'Male'],
  ['men', 'Male'],
  ['boy', 'Male'],
  ['males', 'Male'],
  ['männlich', 'Male'],
  ['homme', 'Male'],
  ['masculino', 'Male'],
  ['hombre', 'Male'],
])

/** What a word of a sex is proposed to mean; nothing is proposed for codes. */
export const likelySexOf = (text: string): 'Female' | 'Male' | undefined =>
  sexOf(text) ?? likelySexes.get(text.toLowerCase())

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
