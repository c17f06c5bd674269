import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { Cell, MergedRange, Row, SheetBatch } from '../../src/core/spreadsheet/cells.ts'
import type { Sheet } from '../../src/core/spreadsheet/read-sheets.ts'
import { plainStyle } from '../../src/core/spreadsheet/styles.ts'
import { readPatients } from '../../src/features/patients/reading/read-patients.ts'
import type { RememberedLayout } from '../../src/features/patients/reading/questions/remembered.ts'

/** The cells of a row: a text, a number, nothing, or any other cell. */
export type Line = (string | number | null | undefined | Cell)[]

/** A sheet, its first line in row 1. */
export type SheetInput = {
  name?: string
  isHidden?: boolean
  lines: Line[]
  hidden?: number[]
  hiddenColumns?: number[]
  merged?: MergedRange[]
}

export function toCell(value: Line[number]): Cell | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object') return value
  return typeof value === 'number'
    ? { type: 'number', value, text: String(value), style: plainStyle }
    : { type: 'text', text: value }
}

/** A number with the text that its format shows around it. */
export const shown = (value: number, after: string, before = '', minDigits = 1): Cell => ({
  type: 'number',
  value,
  text: String(value),
  style: { ...plainStyle, minDigits, before, after },
})

async function* batchesOf({
  lines,
  hidden = [],
  hiddenColumns: columns = [],
  merged = [],
}: SheetInput): AsyncGenerator<SheetBatch, void> {
  const rows: Row[] = lines.map((line, index) => ({
    rowNumber: index + 1,
    cells: line.map(toCell),
    isHidden: hidden.includes(index + 1),
  }))
  const hiddenColumns = new Set(columns)
  for (let from = 0; from < rows.length; from += 2) {
    yield { rows: rows.slice(from, from + 2), fraction: (from + 2) / rows.length, hiddenColumns, merged: [] }
  }
  yield { rows: [], fraction: 1, hiddenColumns, merged }
}

export async function* sheetsOf(inputs: readonly SheetInput[]): AsyncGenerator<Sheet> {
  for (const [index, input] of inputs.entries()) {
    const { name = `Sheet${index + 1}`, isHidden = false } = input
    yield { name, isHidden, batches: batchesOf(input) }
  }
}

type Options = {
  answers?: ImportAnswers
  asksNothing?: boolean
  remembered?: RememberedLayout | null
  onProgress?: (rowsRead: number, fraction: number) => void
}

/** Reads a file as an import does. */
export async function readFile(inputs: readonly SheetInput[], input: Options = {}) {
  const read = await readPatients({
    open: () => sheetsOf(inputs),
    answers: input.answers ?? {},
    asksNothing: input.asksNothing ?? false,
    findRemembered: async () => input.remembered ?? null,
    onProgress: input.onProgress ?? (() => {}),
  })
  return 'asking' in read ? { asking: read.asking.shown, survey: read.asking.from.survey } : read
}

/** Reads a file that leaves nothing open. */
export async function readRows(inputs: readonly SheetInput[], input: Options = {}) {
  const read = await readFile(inputs, input)
  if ('asking' in read) throw new Error(`asks: ${JSON.stringify(open(read.asking.questions))}`)
  return read
}

/** Reads a file that leaves something open. */
export async function readQuestions(inputs: readonly SheetInput[], input: Options = {}) {
  const read = await readFile(inputs, input)
  if (!('asking' in read)) throw new Error('asks nothing')
  return { ...read.asking, survey: read.survey, open: open(read.asking.questions) }
}

const open = <Question extends { isAnswered: boolean }>(questions: readonly Question[]) =>
  questions.filter(({ isAnswered }) => !isAnswered)
