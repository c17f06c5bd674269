import { createHash } from 'node:crypto'
import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportQuestion, ImportReading } from '@health-console/contract/patients/questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { foldText } from '@health-console/contract/values/text.ts'
import { type AnswerPart, joinAnswers, splitAnswers } from './answer-parts.ts'
import { bySheetLikelihood } from '../survey/choose-sheets.ts'
import type { SheetSurvey } from '../survey/survey-sheet.ts'
import { isCode, isUnclearSex, saysUnknown } from '../words/words.ts'

/** Answers that an admin gave to questions of one import, and those questions. */
export type AskedAnswers = {
  answers: ImportAnswers
  /** By the ID of each question: the column of the file that it was about, if it was about the contents of one. */
  asked: Record<string, string | null>
}

/** How files with the same headings were read, the newest answers first. */
export type RememberedLayout = { id: string; parts: (AskedAnswers & { at: string; adminName: string })[] }

const mostWords = 200
const longestWord = 20
const longestMeaning = 60

/** A fingerprint of a file's headings: those of its likeliest sheet, in any order and spelling. */
export function layoutKeyOf(sheets: readonly SheetSurvey[]): string {
  const columns = bySheetLikelihood(sheets)[0]?.columns ?? []
  const headings = columns.map(({ title }) => foldText(title)).filter((title) => title !== '')
  return createHash('sha256').update(headings.toSorted().join('\n')).digest('hex')
}

/**
 * Of the answers that an admin gave in an import, those that may be remembered: headings, units and short codes, each
 * only if the file asked for it. Values, days, sheets, repeated IDs and uncertain rows belong to one file.
 */
export function toRemember(reading: Pick<ImportReading, 'questions' | 'columns'>, given: ImportAnswers): AskedAnswers {
  const asked: AskedAnswers['asked'] = {}
  let wordsLeft = mostWords
  const headingOf = (key: PatientColumnKey) => reading.columns.find(({ column }) => column === key)?.heading
  const parts = [...splitAnswers(given).values()].flatMap((part): AnswerPart[] => {
    const questions = reading.questions.filter((question) => isAbout(question, part))
    const kept = questions.length === 0 ? undefined : withoutFileData(part, questions, reading)
    if (!kept || (kept.kind === 'word' && wordsLeft-- <= 0)) return []
    for (const question of questions) asked[question.id] = columnOf(question, headingOf)
    return [kept]
  })
  return { answers: joinAnswers(parts), asked }
}

/** Whether a question asks for this answer. */
export function isAbout(question: ImportQuestion, part: AnswerPart): boolean {
  switch (part.kind) {
    case 'column':
      return (question.kind === 'column' || question.kind === 'either') && question.columns.includes(part.column)
    case 'readings':
      return question.kind === 'reading' && question.column === part.column
    case 'missing':
      return question.kind === 'missing' && question.column === part.column
    case 'word':
      return (
        question.kind === 'words' &&
        question.column === part.column &&
        question.words.some(({ text }) => text === part.word)
      )
    case 'whole':
      return question.kind === 'merged' && part.name === 'fillMerged'
  }
}

/** The column of the file that a question is about; null for a question about where a column is. */
export function columnOf(
  question: ImportQuestion,
  headingOf: (key: PatientColumnKey) => string | undefined,
): string | null {
  if (question.kind === 'words') return question.heading
  if (question.kind !== 'reading' && question.kind !== 'missing') return null
  return headingOf(question.column) ?? null
}

/** What may be remembered of an answer; undefined for nothing. */
function withoutFileData(
  part: AnswerPart,
  questions: readonly ImportQuestion[],
  { columns }: Pick<ImportReading, 'columns'>,
): AnswerPart | undefined {
  if (part.kind === 'word') return isRememberable(part, questions) ? part : undefined
  if (part.kind === 'whole' || !part.answer) return part
  const { countedTo: _, readings, missing, ...aboutColumn } = part.answer
  const answer: ColumnAnswer = { ...aboutColumn }
  // A unit that only this file states does not apply to the next one without having been remembered.
  const unit = columns.find(({ column }) => column === part.column)?.unit
  if (part.kind === 'column' && unit) answer.unit = unit
  if (readings) {
    answer.readings = readings.filter((each) => questions.some((asked) => 'reading' in asked && asked.reading === each))
  }
  if (missing) {
    answer.missing = missing.filter((each) => questions.some((asked) => 'value' in asked && asked.value === each))
  }
  return { ...part, answer }
}

/** Texts longer than a code may be patient data. A sex that is certain in its column was not asked about. */
export function isRememberable(
  { column, word, meaning }: Extract<AnswerPart, { kind: 'word' }>,
  questions: readonly ImportQuestion[],
): boolean {
  if (word.length > longestWord || (meaning?.length ?? 0) > longestMeaning) return false
  if (column !== 'sex') return isCode(word) || saysUnknown(word)
  const all = questions.flatMap((question) => (question.kind === 'words' ? question.words.map(({ text }) => text) : []))
  return isUnclearSex(word, all)
}

/** The remembered answers without those that newer ones replace. */
export function withoutReplaced<Part extends AskedAnswers>(parts: readonly Part[]): Part[] {
  const known = new Set<string>()
  return parts.flatMap((part) => {
    const answers = [...splitAnswers(part.answers)].filter(([id]) => !known.has(id))
    for (const [id] of answers) known.add(id)
    return answers.length === 0 ? [] : [{ ...part, answers: joinAnswers(answers.map(([, each]) => each)) }]
  })
}

/** The number of answers. */
export function countAnswers({ columns, words, ...others }: ImportAnswers): number {
  const given = Object.values(others).filter((answer) => answer !== undefined)
  return Object.keys(columns ?? {}).length + Object.keys(words ?? {}).length + given.length
}
