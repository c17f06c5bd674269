import type { ImportAnswers } from '@health-console/contract/patient-answers.ts'
import type { ImportQuestion, ImportReading } from '@health-console/contract/patient-questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { useState } from 'react'
import { type Draft, startDraft } from './answers.ts'
import { isAnswered, orderQuestions } from './questions.ts'

export type Answers = {
  draft: Draft
  questions: ImportQuestion[]
  /** The first question that waits for an answer, and how many do. */
  next: ImportQuestion | undefined
  open: number
  /** How many questions were answered in this dialog. */
  answered: number
  /** The answers that the server has. */
  sent: ImportAnswers
  /** Whether something differs from them. */
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
  /** The questions that were open at any time. */
  asked: string[]
  changed: PatientColumnKey[]
}

/**
 * The answers to the file of one import. When it is read again, questions that were shown stay where they are.
 * @param file another one begins anew
 */
export function useAnswers(file: object | null, reading: ImportReading | undefined): Answers | null {
  const [progress, setProgress] = useState<{ file: object | null; progress: Progress } | null>(null)
  const current = progress?.file === file ? progress.progress : null
  if (reading && current?.reading !== reading) setProgress({ file, progress: progressOf(current, reading) })
  if (!current) return null
  const { draft, shown, asked, changed } = current
  const questions = orderQuestions(current.reading, shown, changed)
  const waiting = questions.filter((question) => !isAnswered(question, draft, current.reading))
  const set = (part: Partial<Progress>) => setProgress({ file, progress: { ...current, ...part } })
  return {
    draft,
    questions,
    next: waiting[0],
    open: waiting.length,
    answered: questions.filter((question) => asked.includes(question.id) && !waiting.includes(question)).length,
    sent: current.reading.answers,
    isChanged: draft !== current.start,
    change: (next) => set({ draft: next }),
    changeColumn: (column) => set({ changed: [...changed.filter((each) => each !== column), column] }),
  }
}

function progressOf(before: Progress | null, reading: ImportReading): Progress {
  const shown = orderQuestions(reading, before?.shown ?? [], []).map(({ id }) => id)
  const open = reading.questions.filter((question) => !question.isAnswered).map(({ id }) => id)
  const start = startDraft(reading)
  return {
    reading,
    start,
    draft: start,
    shown,
    asked: [...(before?.asked ?? []), ...open],
    changed: before?.changed ?? [],
  }
}
