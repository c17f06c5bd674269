import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportQuestion } from '@health-console/contract/patients/questions.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { type AnswerPart, joinAnswers, splitAnswers } from './answer-parts.ts'
import type { Known } from './ask.ts'
import { findByHeading, partners } from '../mapping/map-columns.ts'
import { namedUnit } from '../mapping/propose-columns.ts'
import { columnOf, isAbout, isRememberable, type RememberedLayout } from './remembered.ts'

/**
 * Answers open questions with what an admin once answered to the same questions. What the file itself makes clear raises
 * no question, so nothing that was remembered replaces it.
 * @returns the same object if nothing is remembered for the open questions
 */
export function fillOpen(
  known: Known,
  questions: readonly ImportQuestion[],
  { parts }: RememberedLayout,
): ImportAnswers {
  const { answers } = known
  const filled = splitAnswers(answers)
  const present = filled.size
  const open = questions.filter(({ isAnswered }) => !isAnswered)
  const headingOf = (key: PatientColumnKey) => known.mapping.get(key)?.column.label
  for (const { answers: remembered, asked } of parts) {
    for (const [id, part] of splitAnswers(remembered)) {
      const about = open.filter((question) => isAbout(question, part))
      const wereAsked = about.every((question) => asked[question.id] === columnOf(question, headingOf))
      if (about.length === 0 || !wereAsked || filled.has(id)) continue
      const isFitting = part.kind === 'word' ? isRememberable(part, about) : fits(part, known)
      if (isFitting) filled.set(id, part)
    }
  }
  return filled.size === present ? answers : joinAnswers(filled.values())
}

/**
 * Whether a remembered column fits the file: its column is not a known one, nor used by another answer, and the file does
 * not state another unit.
 */
function fits(part: AnswerPart, { answers, columns, proposals }: Known): boolean {
  if (part.kind !== 'column' || part.answer === null) return true
  const { heading, unit } = part.answer
  const column = findByHeading(columns, heading)
  if (!column || proposals.some((each) => each.isCertain && each.column === column)) return false
  const exact = columns.find((each) => each.exact === part.column)
  if (exact && exact !== column) return false
  if (column.exact !== null && column.exact !== part.column) return false
  const stated = namedUnit(part.column, column)
  if (stated !== null && unit !== undefined && unit !== stated) return false
  const rivals = patientColumns.filter(({ key }) => key !== part.column && key !== partners[part.column])
  return rivals.every(({ key }) => findByHeading(columns, answers.columns?.[key]?.heading ?? '') !== column)
}
