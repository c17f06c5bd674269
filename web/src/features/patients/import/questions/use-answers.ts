import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { useState } from 'react'
import { type Draft, startDraft } from './answers.ts'
import { type Card, cardsOf, isConfirmable, isOpen, isSure, sortCards } from './cards.ts'
import { dayInName } from './day-in-name.ts'
import { orderQuestions } from './questions.ts'

export type Answers = {
  draft: Draft
  cards: Card[]
  /** The open questions, those of them that only need a confirmation, and those that one button confirms together. */
  open: Card[]
  confirmable: Card[]
  sure: Card[]
  /** Whether anything was answered in this dialog. */
  hasAnswered: boolean
  /** The answers that the server has. */
  sent: ImportAnswers
  /** Whether something differs from the server's answers. */
  isChanged: boolean
  change: (draft: Draft) => void
  /** Moves a certain column to the questions. */
  changeColumn: (column: PatientColumnKey) => void
}

type Progress = {
  reading: ImportReading
  /** The draft without any change. */
  start: Draft
  draft: Draft
  shown: string[]
  hasAnswered: boolean
  changed: PatientColumnKey[]
}

/**
 * The answers to the file of one import. When it is read again, questions that were shown stay where they are.
 * @param file another file starts with no answers
 */
export function useAnswers(file: File | null, reading: ImportReading | undefined): Answers | null {
  const [progress, setProgress] = useState<{ file: File | null; progress: Progress } | null>(null)
  const current = progress?.file === file ? progress.progress : null
  if (reading && current?.reading !== reading) setProgress({ file, progress: progressOf(current, reading, file) })
  if (!current) return null
  const { draft, shown, hasAnswered, changed } = current
  const cards = cardsOf(orderQuestions(current.reading, shown, changed))
  const open = cards.filter((card) => isOpen(card, draft, current.reading))
  const set = (part: Partial<Progress>) => setProgress({ file, progress: { ...current, ...part } })
  return {
    draft,
    cards,
    open,
    confirmable: open.filter((card) => isConfirmable(card, draft, current.reading)),
    sure: open.filter((card) => isSure(card, draft, current.reading)),
    hasAnswered,
    sent: current.reading.answers,
    isChanged: draft !== current.start,
    change: (next) => set({ draft: next, hasAnswered: true }),
    changeColumn: (column) => set({ changed: [...changed.filter((each) => each !== column), column] }),
  }
}

function progressOf(before: Progress | null, reading: ImportReading, file: File | null): Progress {
  const start = startDraft(reading, dayInName(file?.name ?? '', Date.now()))
  const known = before?.shown ?? []
  const cards = cardsOf(orderQuestions(reading, known, []))
  const isNew = ({ questions }: Card) => questions.every(({ id }) => !known.includes(id))
  const sorted = [...cards.filter((card) => !isNew(card)), ...sortCards(cards.filter(isNew), start, reading)]
  const shown = sorted.flatMap(({ questions }) => questions.map(({ id }) => id))
  return {
    reading,
    start,
    draft: start,
    shown,
    hasAnswered: before?.hasAnswered ?? false,
    changed: before?.changed ?? [],
  }
}
