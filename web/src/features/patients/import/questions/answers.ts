import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportQuestion, ImportReading, QuestionOf } from '@health-console/contract/patients/questions.ts'
import { isBirth, unitsOf } from '@health-console/contract/patients/units.ts'
import { halfOf, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { ProposedDay } from './day-in-name.ts'

/** The answers to a file that the admin is working on. */
export type Draft = {
  answers: ImportAnswers
  /**
   * Whether cells are read as their question proposes, by the ID of the question. Their column may be answered later.
   */
  cells: Readonly<Record<string, boolean>>
  /** The proposed date as of which ages are calculated. */
  day: ProposedDay | null
}

/** The data with which a question is asked. */
export type AskProps<Question> = {
  question: Question
  draft: Draft
  reading: ImportReading
  /** @param isDone the pressed button disappears, so the focus moves to the next question */
  onDraft: (draft: Draft, isDone?: boolean) => void
}

export type ColumnQuestion = QuestionOf<'column'>

/** The answer about a column: null if it is not in the file, undefined if there is none. */
export type Answer = ColumnAnswer | null | undefined

export type CellQuestion = QuestionOf<'reading' | 'missing'>

export const isAboutCells = (question: ImportQuestion): question is CellQuestion =>
  question.kind === 'reading' || question.kind === 'missing'

export function startDraft({ answers, questions }: ImportReading, day: ProposedDay | null): Draft {
  const isAccepted = (question: CellQuestion) => {
    const { readings = [], missing = [] } = answers.columns?.[question.column] ?? {}
    return question.kind === 'reading' ? readings.includes(question.reading) : missing.includes(question.value)
  }
  const answered = questions.filter(isAboutCells).filter((question) => question.isAnswered)
  return { answers, day, cells: Object.fromEntries(answered.map((question) => [question.id, isAccepted(question)])) }
}

/** The answers to send: those about cells are part of the answers about their columns. */
export function answersOf(draft: Draft, reading: ImportReading): ImportAnswers {
  let { columns } = draft.answers
  for (const question of reading.questions.filter(isAboutCells)) {
    const isAccepted = draft.cells[question.id]
    const answer = columnAnswerOf(question.column, { ...draft, answers: { ...draft.answers, columns } }, reading)
    if (isAccepted === undefined || !answer) continue
    const { readings, missing } = answer
    const list =
      question.kind === 'reading'
        ? { readings: listWith(readings, question.reading, isAccepted) }
        : { missing: listWith(missing, question.value, isAccepted) }
    columns = { ...columns, [question.column]: { ...answer, ...list } }
  }
  return { ...draft.answers, ...(columns && { columns }) }
}

const listWith = <Value>(list: readonly Value[] = [], value: Value, isIn: boolean): Value[] => [
  ...list.filter((each) => each !== value),
  ...(isIn ? [value] : []),
]

/** The answer about a column: the given one, or what the file itself makes certain. */
export function columnAnswerOf(column: PatientColumnKey, { answers }: Draft, reading: ImportReading): Answer {
  const answer = answers.columns?.[column]
  if (answer !== undefined) return answer
  const certain = reading.columns.find((each) => each.column === column)
  return certain && { heading: certain.heading, ...(certain.unit !== null && { unit: certain.unit }) }
}

/** The answer that the proposal of a question would give about one of its columns. */
export function proposedAnswer({ proposal }: ColumnQuestion, column: PatientColumnKey, { day }: Draft): Answer {
  if (!proposal) return undefined
  const { heading, unit, unitHeading, isSplit } = proposal
  return {
    heading,
    ...(unit !== null && { unit }),
    ...(unitHeading !== null && { unitHeading }),
    ...(isBirth(unit) && day && { countedTo: day.iso }),
    ...(isSplit && { half: halfOf(column) }),
  }
}

/** @param heading null if the columns are not in this file */
export function chooseHeading(
  draft: Draft,
  question: ColumnQuestion,
  reading: ImportReading,
  heading: string | null,
  isSplit: boolean,
): Draft {
  const { columns, proposal } = question
  if (heading === null) return withColumnAnswers(draft, columns, () => null)
  if (proposal?.heading === heading && proposal.isSplit === isSplit) {
    return withColumnAnswers(draft, columns, (column) => proposedAnswer(question, column, draft))
  }
  const named = reading.fileColumns.find((column) => column.heading === heading)?.unit
  return withColumnAnswers(draft, columns, (column) => {
    const units = unitsOf(column).map(({ unit }) => unit)
    const unit = named !== null && named !== undefined && units.includes(named) ? named : units[0]
    return { heading, ...(unit !== undefined && { unit }), ...(isSplit && { half: halfOf(column) }) }
  })
}

/** The entry among the units for the column that contains the unit of each value. */
export const unitOfEach = 'each'

export function chooseUnit(draft: Draft, question: ColumnQuestion, reading: ImportReading, unit: string): Draft {
  return withColumnAnswers(draft, question.columns, (column) => {
    const answer = columnAnswerOf(column, draft, reading) ?? proposedAnswer(question, column, draft)
    if (!answer) return answer
    const { countedTo, unitHeading: _, ...rest } = answer
    if (unit === unitOfEach) return proposedAnswer(question, column, draft)
    return { ...rest, unit, ...(isBirth(unit) && countedTo !== undefined && { countedTo }) }
  })
}

/** @param day a date such as "2026-03-01" */
export function chooseCountedTo(
  draft: Draft,
  question: ColumnQuestion,
  reading: ImportReading,
  day: string | null,
): Draft {
  return withColumnAnswers(draft, question.columns, (column) => {
    const answer = columnAnswerOf(column, draft, reading) ?? proposedAnswer(question, column, draft)
    if (!answer) return answer
    const { countedTo: _, ...rest } = answer
    return day === null ? rest : { ...rest, countedTo: day }
  })
}

/** @param meant the column that a heading means; null for none of those that it may mean */
export const chooseEither = (draft: Draft, { columns, heading }: QuestionOf<'either'>, meant: string | null): Draft =>
  withColumnAnswers(draft, columns, (column) => (column === meant ? { heading } : null))

/** Accepts the proposal for a column. */
export const confirmProposal = (draft: Draft, question: ColumnQuestion): Draft =>
  withColumnAnswers(draft, question.columns, (column) => proposedAnswer(question, column, draft))

/** @param meaning null for an empty value */
export function chooseMeanings(
  draft: Draft,
  column: PatientColumnKey,
  meanings: Readonly<Record<string, string | null>>,
): Draft {
  const words = { ...draft.answers.words, [column]: { ...draft.answers.words?.[column], ...meanings } }
  return withAnswers(draft, { words })
}

export const withAnswers = (draft: Draft, answers: ImportAnswers): Draft => ({
  ...draft,
  answers: { ...draft.answers, ...answers },
})

/** The answers with some of them replaced, such as one column's unit. */
export function mergeAnswers(answers: ImportAnswers, more: ImportAnswers): ImportAnswers {
  const columns = { ...answers.columns }
  for (const [column, answer] of Object.entries(more.columns ?? {}) as [PatientColumnKey, ColumnAnswer | null][]) {
    columns[column] = answer && { ...columns[column], ...answer }
  }
  const words = { ...answers.words }
  for (const [column, meanings] of Object.entries(more.words ?? {}) as [
    PatientColumnKey,
    Record<string, string | null>,
  ][]) {
    words[column] = { ...words[column], ...meanings }
  }
  return { ...answers, ...more, columns, words }
}

function withColumnAnswers(
  draft: Draft,
  columns: readonly PatientColumnKey[],
  answerIn: (column: PatientColumnKey) => Answer,
): Draft {
  const changed = { ...draft.answers.columns }
  for (const column of columns) {
    const answer = answerIn(column)
    if (answer === undefined) delete changed[column]
    else changed[column] = answer
  }
  return withAnswers(draft, { columns: changed })
}
