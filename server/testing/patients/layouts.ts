import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportQuestion } from '@health-console/contract/patients/questions.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { expect } from 'vitest'
import { RejectedImport } from '../../src/features/patients/reading/import-error.ts'
import type { PatientRow } from '../../src/features/patients/reading/read-rows.ts'
import { type Line, readFile, type SheetInput } from './sheets.ts'

type Patient = Partial<Record<PatientColumnKey, string | number | null>>
/** A file, what is asked about it, and its result. */
export type Layout = {
  sheets: (SheetInput | Line[])[] | Line[]
  /** The ids of the questions, in order. */
  asks: string[]
  /** The answers of an admin, beyond "yes" to each proposal. */
  says?: ImportAnswers
} & ({ patients: Patient[]; warns?: string[] } | { rejected: string })

export const known = ['Member ID', 'Subject ID', 'Sex', 'Age', 'Height(cm)', 'Weight(kg)']
export const one: Line = ['1', 'S1', 'F', 40, 170, 70]
export const two: Line = ['2', 'S2', 'M', 50, 180, 80]
/** The result of the first of the two rows. */
export const mapped = { memberId: '1', subjectId: 'S1', sex: 'Female', age: 40, height: 170, weight: 70 }

/** The answers of an admin who accepts each proposal. */
function accept(questions: readonly ImportQuestion[], says: ImportAnswers): ImportAnswers {
  const columns: NonNullable<ImportAnswers['columns']> = {}
  const words: NonNullable<ImportAnswers['words']> = {}
  for (const question of questions) {
    if (question.kind === 'column' && question.proposal) {
      const { heading, unit, unitHeading } = question.proposal
      const place = { heading, ...(unit !== null && { unit }), ...(unitHeading !== null && { unitHeading }) }
      for (const key of question.columns) columns[key] = place
    }
    if (question.kind === 'words' && question.words.every(({ proposal }) => proposal !== null)) {
      words[question.column] = Object.fromEntries(question.words.map(({ text, proposal }) => [text, proposal]))
    }
    if (question.kind === 'reading') {
      const { column, reading } = question
      const before: ColumnAnswer = columns[column] ?? { heading: headingsOf[column] ?? '' }
      columns[column] = { ...before, readings: [...(before.readings ?? []), reading] }
    }
  }
  return { ...says, columns: { ...columns, ...says.columns }, words: { ...words, ...says.words } }
}

const headingsOf: Partial<Record<PatientColumnKey, string>> = {
  bmi: 'BMI',
  height: 'Height',
  weight: 'Weight',
  age: 'Age',
}

const toPatient = (row: PatientRow): Patient =>
  Object.fromEntries(patientColumns.map(({ key }, index) => [key, row[index] ?? null]))

/** The first error as one sentence, otherwise the message. */
function inWords({ error }: RejectedImport): string {
  const [first] = error.errors ?? []
  return first ? `${first.sheet}, row ${first.row}, ${first.column}, ${first.value}: ${first.reason}` : error.message
}

async function follow({ sheets, says = {} }: Layout) {
  const inputs = sheets.some((sheet) => !Array.isArray(sheet))
    ? (sheets as SheetInput[])
    : [{ lines: sheets as Line[] }]
  const asked = new Set<string>()
  let answers: ImportAnswers = {}
  for (let round = 0; round < 4; round += 1) {
    const read = await readFile(inputs, { answers }).catch((error: unknown) => {
      if (error instanceof RejectedImport) return inWords(error)
      throw error
    })
    if (typeof read === 'string') return { asked: [...asked], rejected: read }
    if (!('asking' in read) && (round > 0 || Object.keys(says).length === 0)) return { asked: [...asked], read }
    const questions = 'asking' in read ? read.asking.questions : []
    for (const { id, isAnswered } of questions) if (!isAnswered) asked.add(id)
    answers = accept(questions, says)
  }
  throw new Error(`still asks ${[...asked].join(', ')}`)
}

/** Reads a file, confirms the proposals, adds the other answers, and compares the questions and the result. */
export async function expectLayout(layout: Layout): Promise<void> {
  const end = await follow(layout)
  expect(end.asked).toEqual(layout.asks)
  if ('rejected' in layout) return expect(end.rejected).toBe(layout.rejected)
  expect(end.rejected).toBeUndefined()
  expect(end.read?.rows.map(toPatient)).toMatchObject(layout.patients)
  expect(end.read?.rows).toHaveLength(layout.patients.length)
  for (const reason of layout.warns ?? []) expect(end.read?.warnings.map((warning) => warning.reason)).toContain(reason)
}
