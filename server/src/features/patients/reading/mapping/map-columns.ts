import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { halfOf, type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { ownUnitOf } from '@health-console/contract/patients/measures.ts'
import { namedUnit, type Proposal } from './propose-columns.ts'
import { asWritten, type HowToRead } from '../words/read-value.ts'
import type { SurveyedColumn } from '../survey/survey-sheet.ts'

/** Where a column of the table is in the file, and how its values are read. */
export type ColumnReading = HowToRead & {
  column: SurveyedColumn
  /** The column with the unit of each value; the unit of the column applies to the others. */
  unitColumn: SurveyedColumn | undefined
  /** A proposal has to be confirmed. */
  by: 'heading' | 'answer' | 'proposal'
  answer: ColumnAnswer | undefined
}

export type Mapping = ReadonlyMap<PatientColumnKey, ColumnReading>

/** How each column that the file has is read: as answered, otherwise as proposed. */
export function mapColumns(
  columns: readonly SurveyedColumn[],
  proposals: readonly Proposal[],
  answers: ImportAnswers,
): Mapping {
  const mapping = new Map<PatientColumnKey, ColumnReading>()
  const answered = new Set(Object.values(answers.columns ?? {}).map((answer) => answer?.heading))
  for (const { key } of patientColumns) {
    const answer = answers.columns?.[key]
    if (answer === null) continue
    const proposal = proposals.find(({ keys }) => keys.includes(key))
    if (answer) {
      const answered = byAnswer(key, answer, answers, columns, proposal)
      if (answered) mapping.set(key, { ...answered, words: meaningsOf(key, answers) })
      continue
    }
    const column = proposal?.column
    if (!column || proposal.isEither || (answered.has(column.label) && !proposal.isCertain)) continue
    const half = proposal.isSplit ? halfOf(key) : undefined
    const { unit, unitColumn } = proposal
    const by = proposal.isCertain ? 'heading' : 'proposal'
    mapping.set(key, { ...asWritten, column, unit, unitColumn, half, by, answer, words: meaningsOf(key, answers) })
  }
  return mapping
}

function byAnswer(
  key: PatientColumnKey,
  answer: ColumnAnswer,
  answers: ImportAnswers,
  columns: readonly SurveyedColumn[],
  proposal: Proposal | undefined,
): Omit<ColumnReading, 'words'> | undefined {
  const column = findByHeading(columns, answer.heading)
  if (!column) return undefined
  const isProposed = proposal?.column === column
  const half = answeredHalf(key, answers) ?? (isProposed && proposal.isSplit ? halfOf(key) : undefined)
  const unit = answer.unit ?? namedUnit(key, column) ?? ownUnitOf(key)
  const unitColumn = answer.unitHeading === undefined ? undefined : findByHeading(columns, answer.unitHeading)
  const { countedTo, readings, missing } = answer
  return {
    column,
    unit,
    unitColumn,
    half,
    countedTo,
    readings: new Set(readings),
    missing: new Set(missing),
    by: 'answer',
    answer,
  }
}

const meaningsOf = (key: PatientColumnKey, answers: ImportAnswers) =>
  new Map(Object.entries(answers.words?.[key] ?? {}))

/** The columns that may share one column of the file. */
export const partners: Partial<Record<PatientColumnKey, PatientColumnKey>> = {
  systolicBloodPressure: 'diastolicBloodPressure',
  diastolicBloodPressure: 'systolicBloodPressure',
}

/** The half of cells such as 120/80: as answered, or that of two pressures in one column. */
export function answeredHalf(key: PatientColumnKey, { columns = {} }: ImportAnswers): HowToRead['half'] {
  const answer = columns[key]
  const partner = partners[key]
  if (!answer || !partner || answer.half !== undefined) return answer?.half
  const partnerAnswer = columns[partner]
  return partnerAnswer && inOneLine(partnerAnswer.heading) === inOneLine(answer.heading) ? halfOf(key) : undefined
}

/** The column with this heading, whatever its spacing. */
export function findByHeading(columns: readonly SurveyedColumn[], heading: string): SurveyedColumn | undefined {
  const wanted = inOneLine(heading)
  return columns.find(({ label }) => label === wanted)
}

const inOneLine = (heading: string) => heading.trim().replaceAll(/\s+/g, ' ')
