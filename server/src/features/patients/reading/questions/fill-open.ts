import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportQuestion, QuestionOf } from '@health-console/contract/patients/questions.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { type AnswerPart, joinAnswers, partIdOf, splitAnswers } from './answer-parts.ts'
import { findByHeading, type Mapping, partners } from '../mapping/map-columns.ts'
import { namedUnit, type Proposal } from '../mapping/propose-columns.ts'
import { type AskedAnswers, type RememberedLayout, wordsIn } from './remembered.ts'
import type { SurveyedColumn } from '../survey/survey-sheet.ts'
import { isUnclearSex } from '../words/words.ts'

type Known = {
  columns: readonly SurveyedColumn[]
  proposals: readonly Proposal[]
  mapping: Mapping
  questions: readonly ImportQuestion[]
}

/**
 * Answers open questions with what an admin once answered to the same questions. What the file itself makes clear raises
 * no question, so nothing that was remembered replaces it.
 * @returns the same object if nothing is remembered for the open questions
 */
export function fillOpen(answers: ImportAnswers, { parts }: RememberedLayout, known: Known): ImportAnswers {
  const present = splitAnswers(answers)
  const open = known.questions.filter(({ isAnswered }) => !isAnswered)
  const found = open.flatMap((question): AnswerPart[] => {
    const asked = parts.filter((part) => Object.hasOwn(part.asked, question.id))
    switch (question.kind) {
      case 'column':
      case 'either':
        return columnsOf(question, asked, answers, known)
      case 'reading':
      case 'missing':
        return cells(question, parts, open, known)
      case 'words':
        return words(question, asked)
      case 'merged':
        return asked.flatMap(({ answers: { fillMerged } }) =>
          fillMerged === undefined ? [] : [{ kind: 'whole', name: 'fillMerged', answers: { fillMerged } }],
        )
      // These are about one file.
      case 'sheets':
      case 'repeated_ids':
      case 'rows':
        return []
    }
  })
  const filled = new Map(present)
  for (const part of found) {
    const id = partIdOf(part)
    if (!filled.has(id)) filled.set(id, part)
  }
  return filled.size === present.size ? answers : joinAnswers(filled.values())
}

/** Where the columns of a question are: all of them, or none if one no longer fits. */
function columnsOf(
  { columns }: QuestionOf<'column' | 'either'>,
  asked: readonly AskedAnswers[],
  answers: ImportAnswers,
  known: Known,
): AnswerPart[] {
  const missing = columns.filter((column) => answers.columns?.[column] === undefined)
  const part = asked.find((each) => missing.every((column) => each.answers.columns?.[column] !== undefined))
  const found = missing.flatMap((column): AnswerPart[] => {
    const answer = part?.answers.columns?.[column]
    if (answer === undefined || (answer && !fits(column, answer, answers, known))) return []
    const { readings: _, missing: __, ...aboutColumn } = answer ?? { heading: '' }
    return [{ kind: 'column', column, answer: answer && aboutColumn }]
  })
  return found.length === missing.length ? found : []
}

/**
 * Whether a remembered column fits the file: its column is not a known one, nor used by another answer, and the file does
 * not state another unit.
 */
function fits(key: PatientColumnKey, { heading, unit }: ColumnAnswer, answers: ImportAnswers, known: Known): boolean {
  const column = findByHeading(known.columns, heading)
  if (!column || known.proposals.some((each) => each.isCertain && each.column === column)) return false
  const exact = known.columns.find((each) => each.exact === key)
  if (exact && exact !== column) return false
  if (column.exact !== null && column.exact !== key) return false
  const stated = namedUnit(key, column)
  if (stated !== null && unit !== undefined && unit !== stated) return false
  const rivals = patientColumns.filter((other) => other.key !== key && other.key !== partners[key])
  return rivals.every((other) => findByHeading(known.columns, answers.columns?.[other.key]?.heading ?? '') !== column)
}

/** How the cells of a column are read, if all open questions about them were once answered together. */
function cells(
  { kind, column }: QuestionOf<'reading' | 'missing'>,
  parts: RememberedLayout['parts'],
  open: readonly ImportQuestion[],
  { mapping }: Known,
): AnswerPart[] {
  const heading = mapping.get(column)?.column.label
  const all = open.filter((question) => question.kind === kind && 'column' in question && question.column === column)
  const part = parts.find(({ asked }) => all.every(({ id }) => asked[id] === heading))
  const answer = part?.answers.columns?.[column]
  const list =
    kind === 'reading'
      ? answer?.readings && { readings: answer.readings }
      : answer?.missing && { missing: answer.missing }
  if (heading === undefined || !list) return []
  return [{ kind: kind === 'reading' ? 'readings' : 'missing', column, answer: { heading, ...list } }]
}

/** What the values of the same column mean. */
function words(
  { id, column, heading, words: listed }: QuestionOf<'words'>,
  asked: readonly AskedAnswers[],
): AnswerPart[] {
  const all = listed.map(({ text }) => text)
  const ofColumn = asked.filter((part) => part.asked[id] === heading)
  return all.flatMap((word): AnswerPart[] => {
    if (column === 'sex' && !isUnclearSex(word, all)) return []
    const part = ofColumn.find((each) => Object.hasOwn(wordsIn(each, column), word))
    const meaning = part && wordsIn(part, column)[word]
    return meaning === undefined ? [] : [{ kind: 'word', column, word, meaning }]
  })
}
