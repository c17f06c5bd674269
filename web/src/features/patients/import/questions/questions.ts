import type { ImportQuestion, ImportReading } from '@health-console/contract/patients/questions.ts'
import { isBirth, unitsOf } from '@health-console/contract/patients/units.ts'
import { patientColumns, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import {
  chooseMeanings,
  type ColumnQuestion,
  confirmProposal,
  type Draft,
  type Answer,
  columnAnswerOf,
  proposedAnswer,
} from './answers.ts'

/**
 * The questions in the order in which they are shown. Questions that were already shown stay where they are, and new
 * ones follow.
 * @param before the IDs shown until now
 * @param changed columns that were certain, and which the admin wants to change
 */
export function orderQuestions(
  { questions }: ImportReading,
  before: readonly string[],
  changed: readonly PatientColumnKey[],
): ImportQuestion[] {
  const earlier = before.flatMap((id) => questions.filter((question) => question.id === id))
  const asked = questions.filter(({ id }) => !before.includes(id))
  const isAsked = (column: PatientColumnKey) =>
    questions.some((question) => question.kind === 'column' && question.columns.includes(column))
  const own = changed.filter((column) => !isAsked(column)).map(changedColumn)
  return [...earlier, ...asked, ...own]
}

/** Turns a certain column into a question that the file has answered. */
const changedColumn = (column: PatientColumnKey): ColumnQuestion => ({
  id: `changed:${column}`,
  isAnswered: true,
  kind: 'column',
  columns: [column],
  proposal: null,
  isSure: false,
})

export function isAnswered(question: ImportQuestion, draft: Draft, reading: ImportReading): boolean {
  const { answers, cells } = draft
  switch (question.kind) {
    case 'sheets':
      return answers.sheets !== undefined && answers.sheets.length > 0
    case 'column':
      return question.columns.every((column) => isColumnAnswered(question, column, draft, reading))
    case 'either':
      return question.columns.every((column) => answers.columns?.[column] !== undefined)
    case 'reading':
    case 'missing':
      return cells[question.id] !== undefined
    case 'words': {
      const meanings = answers.words?.[question.column] ?? {}
      // A value that occurs once may also be listed as an error.
      return question.isAnswered || question.words.every(({ text }) => Object.hasOwn(meanings, text))
    }
    case 'rows':
      return (question.of === 'unlike' ? answers.unlikeRows : answers.rowsWithoutId) !== undefined
    case 'repeated_ids':
      return answers.repeatedIds !== undefined
    case 'merged':
      return answers.fillMerged !== undefined
  }
}

/** Whether everything that a question needs has a proposal, so that one press answers it. */
export function canConfirm(question: ImportQuestion, draft: Draft, reading: ImportReading): boolean {
  if (isAnswered(question, draft, reading)) return false
  if (question.kind === 'column') {
    const isUnanswered = question.columns.every((column) => draft.answers.columns?.[column] === undefined)
    const proposed = question.columns.map((column) => proposedAnswer(question, column, draft))
    return isUnanswered && proposed.every((answer, index) => isComplete(answer, question.columns[index]))
  }
  if (question.kind !== 'words') return false
  const meanings = draft.answers.words?.[question.column] ?? {}
  return question.words.every(({ text, proposal }) => proposal !== null || Object.hasOwn(meanings, text))
}

/** Answers a question with its proposal. */
export function confirmQuestion(draft: Draft, question: ImportQuestion): Draft {
  if (question.kind === 'column') return confirmProposal(draft, question)
  if (question.kind !== 'words') return draft
  const meanings = draft.answers.words?.[question.column] ?? {}
  const open = question.words.filter(({ text }) => !Object.hasOwn(meanings, text))
  return chooseMeanings(draft, question.column, Object.fromEntries(open.map(({ text, proposal }) => [text, proposal])))
}

/** The answer that a question shows: the given one, or the proposed one. */
export function shownAnswer(question: ColumnQuestion, draft: Draft, reading: ImportReading): Answer {
  const [column] = question.columns
  if (column === undefined) return undefined
  const answer = draft.answers.columns?.[column]
  if (answer !== undefined) return answer
  return (
    proposedAnswer(question, column, draft) ??
    (question.isAnswered ? columnAnswerOf(column, draft, reading) : undefined)
  )
}

/** Other columns that are read from the same heading of the file. */
export function clashesOf(column: PatientColumnKey, draft: Draft, reading: ImportReading): PatientColumnKey[] {
  const answer = columnAnswerOf(column, draft, reading)
  if (!answer) return []
  return patientColumns
    .map(({ key }) => key)
    .filter((key) => {
      const otherAnswer = key === column ? null : columnAnswerOf(key, draft, reading)
      const isOtherHalf =
        otherAnswer?.half !== undefined && answer.half !== undefined && otherAnswer.half !== answer.half
      return otherAnswer?.heading === answer.heading && !isOtherHalf
    })
}

function isColumnAnswered(
  question: ColumnQuestion,
  column: PatientColumnKey,
  draft: Draft,
  reading: ImportReading,
): boolean {
  const answer = question.isAnswered ? columnAnswerOf(column, draft, reading) : draft.answers.columns?.[column]
  if (answer === null) return true
  // The answer that the server accepted may leave the unit to the column.
  const isKnown = question.isAnswered && answer !== undefined && !isBirth(answer.unit)
  return (isKnown || isComplete(answer, column)) && clashesOf(column, draft, reading).length === 0
}

function isComplete(answer: Answer, column: PatientColumnKey | undefined): boolean {
  if (!answer || column === undefined) return false
  if (isBirth(answer.unit)) return answer.countedTo !== undefined
  return answer.unit !== undefined || unitsOf(column).length <= 1
}
