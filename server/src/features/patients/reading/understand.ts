import { type ImportAnswers, rowKinds } from '@health-console/contract/patients/answers.ts'
import type { AnswerSource, ImportReading } from '@health-console/contract/patients/questions.ts'
import type { ErrorField } from '@health-console/contract/errors.ts'
import { askAbout, type Known } from './questions/ask.ts'
import { checkAnswers } from './questions/check-answers.ts'
import { bySheetLikelihood, chosenSheets, joinColumns } from './survey/choose-sheets.ts'
import { type Mapping, mapColumns } from './mapping/map-columns.ts'
import { type EarlierAnswers, noEarlier, sourcesOf } from './questions/answer-sources.ts'
import { joinAnswers, splitAnswers } from './questions/answer-parts.ts'
import { fillOpen } from './questions/fill-open.ts'
import { countAnswers, type RememberedLayout } from './questions/remembered.ts'
import { joinLeftOut, policyOf } from './survey/left-out-rows.ts'
import { placeColumns } from './mapping/place-columns.ts'
import { knownColumns, proposeColumns } from './mapping/propose-columns.ts'
import { countMissing } from './survey/profile-column.ts'
import type { FileSurvey, SheetSurvey, SurveyedColumn } from './survey/survey-sheet.ts'
import { unitOfHeading } from './words/synonyms.ts'
import { counted } from './value-list.ts'

/** The contents found in a file, and how it is read. */
export type Understood = { survey: FileSurvey; reading: ImportReading }

/** How a file is read: everything that follows from its survey and the answers. */
export type Reading = {
  /** What it follows from: the contents of the file, the answers of this import, and those of earlier ones. */
  from: { survey: FileSurvey; answers: ImportAnswers; earlier: EarlierAnswers }
  /** Answers that are impossible, for this file or any file. If there are any, none of this import is applied. */
  errors: ErrorField[]
  /** What the admin sees of it. */
  shown: ImportReading
  answers: ImportAnswers
  /** The sheets to read, in the order of their rows. */
  sheets: SheetSurvey[]
  mapping: Mapping
}

const listedWords = 50

/** Whether the file, or an answer, leaves something open. */
export const isOpen = ({ questions }: ImportReading) => questions.some(({ isAnswered }) => !isAnswered)

/**
 * Decides how a surveyed file is read, and what has to be asked.
 * @param given the answers of this import; only what they leave open is answered from memory
 * @param knownOnly whether only known headings count besides answers, in the units that they contain
 */
export function understand(
  survey: FileSurvey,
  given: ImportAnswers,
  earlier: EarlierAnswers = noEarlier,
  knownOnly = false,
): Reading {
  const errors = checkAnswers(survey, given)
  const newAnswers = errors.length > 0 ? {} : given
  const [likeliest] = bySheetLikelihood(survey.sheets)
  const sheets = chosenSheets(survey.sheets, newAnswers.sheets)
  const columns = joinColumns(sheets)
  const proposals = knownOnly ? knownColumns(columns) : proposeColumns(columns)
  const all = { all: survey.sheets, likeliest, sheets, columns, proposals }
  const { known, questions } = answerFromMemory(newAnswers, earlier.remembered, all)
  const { answers, mapping } = known
  const sources = sourcesOf(answers, earlier)
  const used = new Set(
    [...mapping.values()].flatMap(({ column, unitColumn }) => (unitColumn ? [column, unitColumn] : [column])),
  )
  const rowCount = sheets.reduce((sum, { rows }) => sum + rows, 0)
  const kindsLeftOut = rowKinds.filter((kind) => policyOf(kind, answers) === 'leave_out')
  const shown: ImportReading = {
    sheetNames: sheets.map(({ name }) => name),
    headerRow: sheets[0]?.headerRow ?? 1,
    answers,
    sources,
    remembered: earlier.remembered && presentRemembered(earlier.remembered, sources),
    questions,
    fileColumns: columns.map((column) => present(column, rowCount)),
    columns: [...mapping].flatMap(([key, { column, unit, by }]) => {
      if (by === 'proposal') return []
      const isRemembered = by === 'answer' && newAnswers.columns?.[key] === undefined
      return [{ column: key, heading: column.label, unit, by: isRemembered ? 'remembered' : by }]
    }),
    columnsLeftOut: [...new Set(sheets.flatMap((sheet) => leftOutOf(sheet, mapping)))],
    missingWords: countMissingWords([...used]),
    rowsLeftOut: joinLeftOut(sheets, kindsLeftOut),
    hiddenRows: sheets.reduce((sum, { hiddenRows }) => sum + hiddenRows, 0),
    notes: [...survey.notes, ...unitNotes(mapping), ...besideNotes(mapping, columns)],
  }
  return { from: { survey, answers: given, earlier }, errors, shown, answers, sheets, mapping }
}

/** The headings of the columns that are not read. */
function leftOutOf(sheet: SheetSurvey, mapping: Mapping): string[] {
  const places = [...placeColumns(sheet, mapping).values()]
  const read = new Set(places.flatMap(({ index, unitIndex }) => [index, unitIndex]))
  return sheet.columns.flatMap(({ index, label }) => (read.has(index) ? [] : [label]))
}

/** Whatever is answered may lead to further questions, which may be answered from memory too. */
function answerFromMemory(
  newAnswers: ImportAnswers,
  remembered: RememberedLayout | null,
  file: Omit<Known, 'mapping' | 'answers'>,
) {
  for (let answers = newAnswers; ;) {
    const known = { ...file, mapping: mapColumns(file.columns, file.proposals, answers), answers }
    const questions = askAbout(known)
    const filled = remembered ? fillOpen(known, questions, remembered) : answers
    if (filled === answers) return { known, questions }
    answers = filled
  }
}

/** @returns null if none of the remembered answers is in force */
function presentRemembered({ id, parts }: RememberedLayout, sources: AnswerSource[]): ImportReading['remembered'] {
  const [newest, ...others] = sources.filter(({ kind }) => kind === 'remembered')
  if (!newest) return null
  const inForce = [newest, ...others].flatMap(({ answers }) => [...splitAnswers(answers).values()])
  return {
    id,
    at: newest.at ?? '',
    adminName: newest.adminName ?? '',
    answers: countAnswers(joinAnswers(inForce)),
    stored: parts.map(({ at, adminName, answers }) => ({ at, adminName, answers })),
  }
}

function present(
  { label, title, isHidden, profile, unitBelow }: SurveyedColumn,
  rows: number,
): ImportReading['fileColumns'][number] {
  const words = Object.entries(profile.words ?? {}).toSorted(([, a], [, b]) => b - a)
  const { lowest, highest, numbers, dates } = profile
  const extremes = [lowest, highest].flatMap((value) => (value === null ? [] : [String(Number(value.toPrecision(6)))]))
  return {
    heading: label,
    isHidden,
    samples: profile.samples,
    words: words.slice(0, listedWords).map(([text, count]) => ({ text, rows: count })),
    different: profile.words && words.length,
    numbers,
    dates,
    empty: Math.max(0, rows - profile.filled) + countMissing(profile),
    range: dates > numbers ? profile.days : extremes,
    unit: unitOfHeading(title) ?? unitBelow ?? profile.formatUnit,
  }
}

/** How many values are in which unit, if a column specifies it. */
const unitNotes = (mapping: Mapping): string[] =>
  [...mapping.values()].flatMap(({ column, unitColumn }) => {
    if (!unitColumn) return []
    const words = Object.entries(unitColumn.profile.words ?? {}).map(([word, rows]) => [`“${word}”`, rows] as const)
    const without = column.profile.filled - words.reduce((sum, [, rows]) => sum + rows, 0)
    const counts = [...words, ['none', without] as const].filter(([, rows]) => rows > 0)
    const list = counts.map(([word, rows]) => `${word} in ${counted(rows, 'row')}`)
    return [`“${unitColumn.label}” contains the units of “${column.label}”: ${list.join(', ')}.`]
  })

/** Which patients are not read, because their IDs are in another column with the same heading. */
function besideNotes(mapping: Mapping, columns: readonly SurveyedColumn[]): string[] {
  const member = mapping.get('memberId')?.column
  const others = columns.filter((column) => column !== member && column.title !== '' && column.title === member?.title)
  return others.map(
    ({ label }) => `Only patients in “${member?.label}” are imported. To import those in “${label}”, move them below.`,
  )
}

function countMissingWords(columns: readonly SurveyedColumn[]): ImportReading['missingWords'] {
  const counts = new Map<string, number>()
  for (const { profile } of columns) {
    for (const [text, cells] of Object.entries(profile.missingWords)) counts.set(text, (counts.get(text) ?? 0) + cells)
  }
  return [...counts].map(([text, cells]) => ({ text, cells })).toSorted((a, b) => b.cells - a.cells)
}
