import type { ListedCell } from '@health-console/contract/errors.ts'
import type { ImportQuestion } from '@health-console/contract/patients/questions.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { expect, test } from 'vitest'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { madePatients } from '../../../../testing/patients/made-patients.ts'
import { type Line, readFile, shown } from '../../../../testing/patients/sheets.ts'
import { createRandom } from '../../../operations/demo/random.ts'
import { plainStyle } from '../../../core/spreadsheet/styles.ts'
import { headingOf } from './words/own-headings.ts'
import type { PatientRow } from './read-rows.ts'
import { RejectedImport } from './import-error.ts'

/** The text of a cell, and everything that it may become without a warning: no other result is allowed. */
type Mutation = {
  name: string
  of: 'measure' | 'id' | 'text'
  put: (value: string) => Line[number]
  quietly: unknown[]
}

const same = 'what was there'
const mutations: Mutation[] = [
  { name: 'a number as text', of: 'measure', put: (value) => value, quietly: [same] },
  { name: 'spaces around a number', of: 'measure', put: (value) => `\u00a0 ${value} `, quietly: [same] },
  { name: 'zeros after the point', of: 'measure', put: (value) => `${value}${value.includes('.') ? '' : '.'}00`, quietly: [same] },
  { name: 'a decimal comma', of: 'measure', put: (value) => `${value.split('.')[0]},5`, quietly: [] },
  { name: 'a unit', of: 'measure', put: (value) => `${value} kg`, quietly: [] },
  { name: 'a limit', of: 'measure', put: (value) => `>${value}`, quietly: [] },
  { name: 'pounds in the format', of: 'measure', put: (value) => shown(Number(value), ' lb'), quietly: [] },
  { name: 'thousands', of: 'measure', put: () => '1,234', quietly: [] },
  { name: 'an exponent', of: 'measure', put: () => '1e2', quietly: [] },
  { name: 'a base', of: 'measure', put: () => '0x46', quietly: [] },
  { name: 'digits of another script', of: 'measure', put: () => '٦٣', quietly: [63] },
  { name: 'another minus', of: 'measure', put: (value) => `−${value}`, quietly: [] },
  { name: 'an unseen character', of: 'measure', put: (value) => `${value}\u200b`, quietly: [] },
  { name: 'a range', of: 'measure', put: (value) => `${value}-${value}`, quietly: [] },
  { name: 'a pair', of: 'measure', put: (value) => `${value}/80`, quietly: [] },
  { name: 'a date', of: 'measure', put: () => ({ type: 'date', iso: '2026-03-01', text: '46082' }), quietly: [] },
  { name: 'true', of: 'measure', put: () => ({ type: 'boolean', value: true }), quietly: [] },
  { name: 'a formula without its result', of: 'measure', put: () => ({ type: 'formula' }), quietly: [] },
  { name: 'an error', of: 'measure', put: () => ({ type: 'error', code: '#DIV/0!' }), quietly: [] },
  { name: 'a word for missing', of: 'measure', put: () => 'n/a', quietly: [] },
  { name: 'a word', of: 'measure', put: () => 'rejected', quietly: [] },
  { name: 'a lost point', of: 'measure', put: (value) => Number(value) * 100, quietly: [] },
  { name: 'less than nothing', of: 'measure', put: () => -9, quietly: [] },
  { name: 'spaces alone', of: 'measure', put: () => '  ', quietly: [null] },
  { name: 'an ID as text', of: 'id', put: (value) => ` ${value} `, quietly: [same] },
  { name: 'an ID with zeros', of: 'id', put: (value) => `00${value}`, quietly: ['zeros'] },
  { name: 'an ID whose format shows zeros', of: 'id', put: (value) => ({ type: 'number', value: Number(value), text: value, style: { ...plainStyle, minDigits: value.length + 2 } }), quietly: ['zeros'] },
  { name: 'an ID with an unseen character', of: 'id', put: (value) => `${value}\u200b`, quietly: [] },
  { name: 'no ID', of: 'id', put: () => undefined, quietly: [] },
  { name: 'an error for an ID', of: 'id', put: () => ({ type: 'error', code: '#REF!' }), quietly: [] },
  { name: 'the ID of another row', of: 'id', put: () => '1', quietly: [] },
  { name: 'a sex in another spelling', of: 'text', put: (value) => ` ${value.toUpperCase()} `, quietly: [same] },
  { name: 'a code for a sex', of: 'text', put: () => 1, quietly: [] },
  { name: 'a sex in another language', of: 'text', put: () => 'mujer', quietly: [] },
  { name: 'a question mark for a sex', of: 'text', put: () => '?', quietly: [] },
] // prettier-ignore

const columnsOf: Record<Mutation['of'], readonly [PatientColumnKey, ...PatientColumnKey[]]> = {
  measure: ['age', 'height', 'weight', 'systolicBloodPressure', 'diastolicBloodPressure', 'bmi'],
  id: ['memberId'],
  text: ['sex'],
}
const headings = patientColumns.map(({ heading }) => heading)
const rowsMade = 12

test('a cell of a real row that is written differently becomes what it shows, or leads to a question, a rejection or a warning', async () => {
  const quiet: string[] = []
  for (let seed = 1; seed <= 20 * faultRounds; seed += 1) {
    const random = createRandom(seed * 6_151)
    const patients = madePatients(random, rowsMade)
    const lines = patients.map((patient) => patientColumns.map(({ key }): Line[number] => patient[key]))
    const { rows: expected } = await read(lines)
    for (const { name, of, put, quietly } of mutations) {
      const key = random.pick(columnsOf[of])
      const column = patientColumns.findIndex((each) => each.key === key)
      // The first row stays, because another one repeats its ID.
      const at = random.between(1, rowsMade - 1)
      const value = patients[at]?.[key]
      if (value === undefined) continue
      const mutated = lines.map((line, row) => (row === at ? line.with(column, put(String(value))) : line))
      const end = await read(mutated)
      const where = `${name} in ${key}, seed ${seed}`
      if (end.isSaid(key, at + 2)) continue
      const meant = quietly.map((each) =>
        each === same ? expected[at]?.[column] : each === 'zeros' ? `00${value}` : each,
      )
      if (!meant.includes(end.rows[at]?.[column])) quiet.push(`${where}: ${end.rows[at]?.[column]}`)
      expect({ where, rows: end.rows.map(without(column, at)) }).toEqual({
        where,
        rows: expected.map(without(column, at)),
      })
    }
  }
  expect(quiet).toEqual([])
})

const without = (column: number, at: number) => (row: PatientRow, index: number) =>
  index === at ? row.with(column, null) : row

type End = { rows: readonly PatientRow[]; isSaid: (key: PatientColumnKey, row: number) => boolean }

async function read(lines: Line[]): Promise<End> {
  const end = await readFile([{ lines: [headings, ...lines] }]).catch((error: unknown) => {
    if (error instanceof RejectedImport) return error.error
    throw error
  })
  if ('message' in end) return { rows: [], isSaid: (key, row) => names(end.errors ?? [], key, row) }
  if ('asking' in end)
    return { rows: [], isSaid: (key) => end.asking.questions.some((question) => concerns(question, key)) }
  const { rows, warnings, reading } = end
  return { rows, isSaid: (key, row) => reading.shown.missingWords.length > 0 || names(warnings, key, row) }
}

const names = (list: readonly ListedCell[], key: PatientColumnKey, row: number) =>
  list.some((error) => error.row === row && error.column === headingOf(key))

function concerns(question: ImportQuestion, key: PatientColumnKey): boolean {
  if (question.kind === 'repeated_ids' || question.kind === 'rows') return key === 'memberId'
  if (question.kind === 'column') return question.columns.includes(key)
  return 'column' in question && question.column === key
}
