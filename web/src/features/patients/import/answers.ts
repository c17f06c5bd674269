import type { ColumnAnswer, ImportAnswers, RowKind } from '@health-console/contract/patient-answers.ts'
import type { ImportQuestion, ImportReading } from '@health-console/contract/patient-questions.ts'
import { dateOfBirth, unitsOf } from '@health-console/contract/patient-units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'

/** The answers to a file that a person works on. */
export type Draft = {
  /** In force, and given meanwhile: the body to send. */
  answers: ImportAnswers
  /** Questions about cells that were answered with no, which `answers` cannot tell from not answered. */
  declined: readonly string[]
}

export type QuestionOf<Kind extends ImportQuestion['kind']> = Extract<ImportQuestion, { kind: Kind }>
export type ColumnQuestion = QuestionOf<'column'>

/** Where a column is: null is not in the file, undefined is not said. */
export type Place = ColumnAnswer | null | undefined

export function startDraft({ answers, questions }: ImportReading): Draft {
  const declined = questions.flatMap((question) =>
    question.kind === 'reading' && question.isAnswered && !isReadSo(question, answers) ? [question.id] : [],
  )
  return { answers, declined }
}

/** Where the answers put a column, or else the file itself. */
export function placeOf(column: PatientColumnKey, { answers }: Draft, reading: ImportReading): Place {
  const answer = answers.columns?.[column]
  if (answer !== undefined) return answer
  const certain = reading.columns.find((each) => each.column === column)
  return certain && { heading: certain.heading, ...(certain.unit !== null && { unit: certain.unit }) }
}

/** Where a proposal puts a column of its question. */
export function proposedPlace({ columns, proposal }: ColumnQuestion, column: PatientColumnKey): Place {
  if (!proposal) return undefined
  const { heading, unit, isSplit } = proposal
  return {
    heading,
    ...(unit !== null && { unit }),
    ...(isSplit && { half: columns.indexOf(column) === 1 || isSecondHalf(column) ? 'second' : 'first' }),
  }
}

/** @param heading null: the columns are not in this file */
export function chooseHeading(
  draft: Draft,
  question: ColumnQuestion,
  reading: ImportReading,
  heading: string | null,
  isSplit: boolean,
): Draft {
  const { columns, proposal } = question
  if (heading === null) return withPlaces(draft, columns, () => null)
  if (proposal?.heading === heading && proposal.isSplit === isSplit) {
    return withPlaces(draft, columns, (column) => proposedPlace(question, column))
  }
  const named = reading.fileColumns.find((column) => column.heading === heading)?.unit
  return withPlaces(draft, columns, (column) => {
    const units = unitsOf(column).map(({ unit }) => unit)
    const unit = named !== null && named !== undefined && units.includes(named) ? named : units[0]
    const half = isSecondHalf(column) ? ('second' as const) : ('first' as const)
    return { heading, ...(unit !== undefined && { unit }), ...(isSplit && { half }) }
  })
}

export function chooseUnit(draft: Draft, question: ColumnQuestion, reading: ImportReading, unit: string): Draft {
  return withPlaces(draft, question.columns, (column) => {
    const place = placeOf(column, draft, reading) ?? proposedPlace(question, column)
    if (!place) return place
    const { countedTo, ...rest } = place
    return { ...rest, unit, ...(unit === dateOfBirth && countedTo !== undefined && { countedTo }) }
  })
}

/** @param day "2026-03-01" */
export function chooseCountedTo(
  draft: Draft,
  question: ColumnQuestion,
  reading: ImportReading,
  day: string | null,
): Draft {
  return withPlaces(draft, question.columns, (column) => {
    const place = placeOf(column, draft, reading) ?? proposedPlace(question, column)
    if (!place) return place
    const { countedTo: _, ...rest } = place
    return day === null ? rest : { ...rest, countedTo: day }
  })
}

/** Takes what is proposed for a column. */
export const confirmPlace = (draft: Draft, question: ColumnQuestion): Draft =>
  withPlaces(draft, question.columns, (column) => proposedPlace(question, column))

/** Whether the cells of a column that are not plain numbers are read as proposed. */
export function chooseReading(
  draft: Draft,
  question: QuestionOf<'reading'>,
  reading: ImportReading,
  isAccepted: boolean,
): Draft {
  const place = placeOf(question.column, draft, reading)
  if (!place) return draft
  const others = place.readings?.filter((each) => each !== question.reading) ?? []
  const readings = isAccepted ? [...others, question.reading] : others
  const declined = draft.declined.filter((id) => id !== question.id)
  return {
    ...withPlaces(draft, [question.column], () => ({ ...place, readings })),
    declined: isAccepted ? declined : [...declined, question.id],
  }
}

/** @param meaning null is an empty value */
export function chooseWords(
  draft: Draft,
  column: PatientColumnKey,
  meanings: Readonly<Record<string, string | null>>,
): Draft {
  const words = { ...draft.answers.words, [column]: { ...draft.answers.words?.[column], ...meanings } }
  return withAnswers(draft, { words })
}

/** Whether a number of a column means "missing". */
export function chooseMissing(
  draft: Draft,
  reading: ImportReading,
  column: PatientColumnKey,
  value: number,
  isMissing: boolean,
): Draft {
  const place = placeOf(column, draft, reading)
  if (!place) return draft
  const others = place.missing?.filter((each) => each !== value) ?? []
  return withPlaces(draft, [column], () => ({ ...place, missing: isMissing ? [...others, value] : others }))
}

export function chooseTaken(draft: Draft, kind: RowKind, isTaken: boolean): Draft {
  const others = draft.answers.takenRows?.filter((each) => each !== kind) ?? []
  return withAnswers(draft, { takenRows: isTaken ? [...others, kind] : others })
}

export const withAnswers = (draft: Draft, answers: ImportAnswers): Draft => ({
  ...draft,
  answers: { ...draft.answers, ...answers },
})

/** Answers with some of them replaced, such as one column's unit. */
export function mergeAnswers(answers: ImportAnswers, more: ImportAnswers): ImportAnswers {
  const columns = { ...answers.columns }
  for (const [column, place] of Object.entries(more.columns ?? {}) as [PatientColumnKey, ColumnAnswer | null][]) {
    columns[column] = place && { ...columns[column], ...place }
  }
  const words = { ...answers.words }
  for (const [column, meanings] of Object.entries(more.words ?? {}) as [
    PatientColumnKey,
    Record<string, string | null>,
  ][]) {
    words[column] = { ...words[column], ...meanings }
  }
  return { ...answers, ...more, columns, words }
}

export const isReadSo = ({ column, reading }: QuestionOf<'reading'>, { columns }: ImportAnswers): boolean =>
  columns?.[column]?.readings?.includes(reading) === true

const isSecondHalf = (column: PatientColumnKey) => column === 'diastolicBloodPressure'

function withPlaces(
  draft: Draft,
  columns: readonly PatientColumnKey[],
  placeIn: (column: PatientColumnKey) => Place,
): Draft {
  const places = { ...draft.answers.columns }
  for (const column of columns) {
    const place = placeIn(column)
    if (place === undefined) delete places[column]
    else places[column] = place
  }
  return withAnswers(draft, { columns: places })
}
