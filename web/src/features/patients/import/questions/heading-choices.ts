import { splitPair } from '@health-console/contract/patients/numbers-in-text.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { isPressure } from '@health-console/contract/patients/patients.ts'
import type { ColumnQuestion, Answer } from './answers.ts'

type HeadingChoice = {
  value: string
  label: string
  /** Null if the column is not in the file. */
  heading: string | null
  isSplit: boolean
  fits: (answer: Answer) => boolean
}

export const notInFile = 'Not in this file'

/**
 * The choices for a column: the headings of the file, the halves of cells such as 120/80, and finally "not in this
 * file".
 */
export function headingChoices({ columns, proposal }: ColumnQuestion, reading: ImportReading): HeadingChoice[] {
  const isSplittable = columns.some(isPressure)
  const headings = reading.fileColumns.flatMap(({ heading, isHidden, samples }) => {
    const isProposed = proposal?.isSplit === true && proposal.heading === heading
    const hasTwoValues = isProposed || (isSplittable && samples.some(splitPair))
    // Two columns come from one heading only when it is split.
    return [
      ...(hasTwoValues ? [choiceOf(heading, isHidden, true)] : []),
      ...(columns.length === 1 ? [choiceOf(heading, isHidden, false)] : []),
    ]
  })
  return columns.includes('memberId') ? headings : [...headings, none]
}

const none: HeadingChoice = {
  value: 'none',
  label: notInFile,
  heading: null,
  isSplit: false,
  fits: (answer) => answer === null,
}

const choiceOf = (heading: string, isHidden: boolean, isSplit: boolean): HeadingChoice => ({
  value: `${isSplit ? 'split' : 'whole'}:${heading}`,
  label: `${heading}${isSplit ? ', split at “/”' : ''}${isHidden ? ' (hidden column)' : ''}`,
  heading,
  isSplit,
  fits: (answer) => answer?.heading === heading && (answer.half !== undefined) === isSplit,
})
