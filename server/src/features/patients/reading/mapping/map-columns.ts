import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { halfOf, type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { ownUnitOf } from '@health-console/contract/patients/measures.ts'
import { isEither, isSplit, namedUnit, type Proposal } from './propose-columns.ts'
import type { HowToRead } from '../words/read-value.ts'
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
    const proposal = proposals.find(({ keys }) => keys.includes(key))
    const proposed = proposal && !isEither(proposal) ? proposal.column : null
    const column = answer ? findByHeading(columns, answer.heading) : proposed
    const isTaken = !answer && !proposal?.isCertain && column && answered.has(column.label)
    if (answer === null || !column || isTaken) continue
    const isHalf = proposal?.column === column && isSplit(proposal)
    mapping.set(key, {
      column,
      ...unitsIn(key, column, answer, proposal, columns),
      half: answeredHalf(key, answers) ?? (isHalf ? halfOf(key) : undefined),
      countedTo: answer?.countedTo,
      readings: new Set(answer?.readings),
      missing: new Set(answer?.missing),
      words: new Map(Object.entries(answers.words?.[key] ?? {})),
      by: answer ? 'answer' : proposal?.isCertain ? 'heading' : 'proposal',
      answer,
    })
  }
  return mapping
}

/** The unit of a column, and the column with those of its values: as answered, otherwise as proposed. */
function unitsIn(
  key: PatientColumnKey,
  column: SurveyedColumn,
  answer: ColumnAnswer | undefined,
  proposal: Proposal | undefined,
  columns: readonly SurveyedColumn[],
): Pick<ColumnReading, 'unit' | 'unitColumn'> {
  if (!answer) return { unit: proposal?.unit ?? null, unitColumn: proposal?.unitColumn }
  const unitColumn = answer.unitHeading === undefined ? undefined : findByHeading(columns, answer.unitHeading)
  return { unit: answer.unit ?? namedUnit(key, column) ?? ownUnitOf(key), unitColumn }
}

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
