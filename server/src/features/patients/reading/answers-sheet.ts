import { ImportAnswers } from '@health-console/contract/patient-answers.ts'
import type { Row } from '../../../core/spreadsheet/cells.ts'
import type { TextRow } from '../../../core/spreadsheet/write-texts.ts'
import { cellText } from './cell-text.ts'

/**
 * A hidden sheet of a marked file with the answers that were used. When the corrected file is uploaded, only open
 * questions are asked.
 */
export const answersSheet = 'Import answers'

type KeptAnswers = {
  /** Identifies the headings that the answers are about. */
  headings: string
  answers: ImportAnswers
}

/** This is less than the number of characters that a cell can contain. */
const cellLength = 30_000

/** The rows of the sheet: its text in as many cells as needed, one below the other. */
export function answersRows(kept: KeptAnswers): TextRow[] {
  const parts = JSON.stringify(kept).match(new RegExp(`.{1,${cellLength}}`, 'gsu')) ?? []
  return parts.map((text, index) => ({ rowNumber: index + 1, cells: [{ text, isMarked: false }] }))
}

/** @returns undefined if the sheet was changed, or its answers are about other headings */
export function answersIn(rows: readonly Row[], headings: string): ImportAnswers | undefined {
  const text = rows.map(({ cells: [cell] }) => (cell === undefined ? '' : cellText(cell))).join('')
  try {
    const kept: Partial<KeptAnswers> = JSON.parse(text)
    return kept.headings === headings ? ImportAnswers.parse(kept.answers) : undefined
  } catch {
    return undefined
  }
}
