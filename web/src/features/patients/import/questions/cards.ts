import type { ImportQuestion, ImportReading } from '@health-console/contract/patients/questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { Draft } from './answers.ts'
import { canConfirm, confirmQuestion, isAnswered } from './questions.ts'

/** The questions about one column, or one question about the whole file. */
export type Card = { id: string; questions: ImportQuestion[] }

/** The columns of the table that a question about one column of the file is about. */
export function columnsOf(question: ImportQuestion): readonly PatientColumnKey[] {
  if (question.kind === 'column') return question.columns
  return 'column' in question ? [question.column] : []
}

/** Groups the questions about one column at the position of the first of them. */
export function cardsOf(questions: readonly ImportQuestion[]): Card[] {
  const cards = new Map<string, Card>()
  for (const question of questions) {
    const key = columnsOf(question)[0] ?? question.id
    const card = cards.get(key) ?? { id: question.id, questions: [] }
    card.questions.push(question)
    cards.set(key, card)
  }
  return [...cards.values()]
}

/** Sorts the sheets first, then the questions that need an answer, then those that only need a confirmation. */
export function sortCards(cards: readonly Card[], draft: Draft, reading: ImportReading): Card[] {
  const rank = (card: Card) => {
    if (card.questions.some(({ kind }) => kind === 'sheets')) return 0
    return isOpen(card, draft, reading) && !isConfirmable(card, draft, reading) ? 1 : 2
  }
  return cards.toSorted((a, b) => rank(a) - rank(b))
}

export const isOpen = ({ questions }: Card, draft: Draft, reading: ImportReading) =>
  questions.some((question) => !isAnswered(question, draft, reading))

/** Whether something is open, and all of it has a proposal. */
export function isConfirmable({ questions }: Card, draft: Draft, reading: ImportReading): boolean {
  const open = questions.filter((question) => !isAnswered(question, draft, reading))
  return open.length > 0 && open.every((question) => canConfirm(question, draft, reading))
}

/** Whether one button for the whole file may confirm it, because no other heading could mean the same column. */
export const isSure = (card: Card, draft: Draft, reading: ImportReading) =>
  isConfirmable(card, draft, reading) &&
  card.questions.every((question) => question.kind !== 'column' || question.isSure)

export const confirmCard = (draft: Draft, { questions }: Card, reading: ImportReading): Draft =>
  questions.reduce(
    (now, question) => (isAnswered(question, now, reading) ? now : confirmQuestion(now, question)),
    draft,
  )
