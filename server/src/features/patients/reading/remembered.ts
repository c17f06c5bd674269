import { createHash } from 'node:crypto'
import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patient-answers.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients.ts'
import { foldText } from '@health-console/contract/text.ts'
import { bySheetLikelihood } from './choose-sheets.ts'
import { findByHeading, partners } from './map-columns.ts'
import type { Proposal } from './propose-columns.ts'
import type { SheetSurvey, SurveyedColumn } from './survey-sheet.ts'
import { writtenUnit } from './synonyms.ts'
import { isCode, saysUnknown } from './words.ts'

/** How files with the same headings were last read. */
export type RememberedLayout = { id: string; at: string; adminName: string; answers: ImportAnswers }

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
 * The answers that may be remembered: headings, units and short codes. Values, days, sheets and uncertain rows belong
 * to one file.
 */
export function toRemember({ columns, words, repeatedIds, fillMerged }: ImportAnswers): ImportAnswers {
  let left = mostWords
  const keptWords = Object.entries(words ?? {}).map(([key, meanings]) => {
    const short = Object.entries(meanings ?? {}).filter(
      ([word, meaning]) => isShortCode(key as PatientColumnKey, word) && (meaning?.length ?? 0) <= longestMeaning,
    )
    const listed = short.slice(0, left)
    left -= listed.length
    return [key, Object.fromEntries(listed)] as const
  })
  const keptColumns = Object.entries(columns ?? {}).map(([key, answer]) => [key, answer && withoutDay(answer)] as const)
  return {
    ...(columns && { columns: Object.fromEntries(keptColumns) }),
    ...(words && { words: Object.fromEntries(keptWords.filter(([, meanings]) => Object.keys(meanings).length > 0)) }),
    ...(repeatedIds && { repeatedIds }),
    ...(fillMerged !== undefined && { fillMerged }),
  }
}

/** Ages are calculated for another day each time. */
const withoutDay = ({ countedTo: _, ...answer }: ColumnAnswer): ColumnAnswer => answer

/** Other texts may be patient data. */
const isShortCode = (key: PatientColumnKey, word: string) =>
  word.length <= longestWord && (key === 'sex' || isCode(word) || saysUnknown(word))

/**
 * The new answers, completed with remembered ones. Remembered answers never override a known heading, nor a unit in the
 * heading.
 */
export function withRemembered(
  answers: ImportAnswers,
  remembered: RememberedLayout | null,
  proposals: readonly Proposal[],
  columns: readonly SurveyedColumn[],
): ImportAnswers {
  if (!remembered) return answers
  const earlier = remembered.answers
  const { columns: _, words: __, ...others } = earlier
  const isFree = (key: PatientColumnKey, { heading }: ColumnAnswer) => {
    const column = findByHeading(columns, heading)
    if (!column || proposals.some((proposal) => proposal.isCertain && proposal.column === column)) return false
    const rivals = patientColumns.filter((other) => other.key !== key && other.key !== partners[key])
    return rivals.every((other) => findByHeading(columns, answers.columns?.[other.key]?.heading ?? '') !== column)
  }
  const fitting = patientColumns.flatMap(({ key }) => {
    const answer = earlier.columns?.[key]
    const proposal = proposals.find(({ keys }) => keys.includes(key))
    const known = proposal?.isCertain ? proposal.column : undefined
    if (known) return answer ? [[key, onKnownHeading(key, known, answer)] as const] : []
    if (answer === undefined || (answer && !isFree(key, answer))) return []
    return [[key, answer] as const]
  })
  // Codes belong to the column in which they occurred.
  const sameColumn = (name: string) => {
    const key = name as PatientColumnKey
    const column = answers.columns?.[key]
    return column === undefined || column?.heading === earlier.columns?.[key]?.heading
  }
  const words: NonNullable<ImportAnswers['words']> = Object.fromEntries(
    Object.entries(earlier.words ?? {}).filter(([key]) => sameColumn(key)),
  )
  for (const [name, meanings] of Object.entries(answers.words ?? {})) {
    const key = name as PatientColumnKey
    words[key] = { ...words[key], ...meanings }
  }
  return {
    ...others,
    ...answers,
    ...(fitting.length + Object.keys(answers.columns ?? {}).length > 0 && {
      columns: { ...Object.fromEntries(fitting), ...answers.columns },
    }),
    ...(Object.keys(words).length > 0 && { words }),
  }
}

function onKnownHeading(key: PatientColumnKey, column: SurveyedColumn, answer: ColumnAnswer): ColumnAnswer {
  const { unit: _, ...rest } = answer
  const usable = writtenUnit(key, column.title) === null ? answer : rest
  return { ...usable, heading: column.label }
}

/** The number of answers. */
export function countAnswers({ columns, words, ...others }: ImportAnswers): number {
  const given = Object.values(others).filter((answer) => answer !== undefined)
  return Object.keys(columns ?? {}).length + Object.keys(words ?? {}).length + given.length
}
