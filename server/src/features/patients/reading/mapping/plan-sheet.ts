import type { ImportAnswers } from '@health-console/contract/patient-answers.ts'
import type { BodyReading } from '@health-console/contract/patient-units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import type { MergedRange } from '../../../../core/spreadsheet/cells.ts'
import { type Heading, type HeadingRow, withoutHeading, withoutRivals } from '../survey/find-heading-row.ts'
import type { ColumnReading, Mapping } from './map-columns.ts'
import { asWritten, type HowToRead } from '../words/read-value.ts'
import type { SheetSurvey } from '../survey/survey-sheet.ts'

type PlannedColumn = {
  index: number
  /** The index of the column with the unit of each value. */
  unitIndex?: number
  heading: string
  how: HowToRead
}

/** How the rows of one sheet are read. */
export type SheetPlan = {
  name: string
  headerRow: number
  columns: Map<PatientColumnKey, PlannedColumn>
  /** Columns of other sheets that are joined with it. */
  missing: PatientColumnKey[]
  /** By index: headings that are ignored. */
  ignored: Map<number, string>
  /** By index: all headings, as the file has them. */
  headings: ReadonlyMap<number, string>
  /** Ranges whose first value applies to each of their rows. */
  filled: readonly MergedRange[]
  /** Rows whose height and weight are interpreted otherwise. */
  explained?: ExplainedRows
}

/** By row number. */
export type ExplainedRows = { reading: BodyReading; rows: ReadonlySet<number> }

/** The plan of a sheet whose columns are read in this way. */
export function planSheet(
  sheet: SheetSurvey,
  { mapping, answers }: { mapping: Mapping; answers: Pick<ImportAnswers, 'fillMerged'> },
): SheetPlan {
  const columns: SheetPlan['columns'] = new Map()
  const missing: PatientColumnKey[] = []
  const used = new Set<number>()
  for (const [key, reading] of mapping) {
    const column = columnIn(sheet, key, reading)
    if (!column) {
      missing.push(key)
      continue
    }
    const unitIndex = sheet.columns.find(({ label }) => label === reading.unitColumn?.label)?.index
    columns.set(key, {
      index: column.index,
      heading: column.label,
      how: reading,
      ...(unitIndex !== undefined && { unitIndex }),
    })
    used.add(column.index)
    if (unitIndex !== undefined) used.add(unitIndex)
  }
  const unused = sheet.columns.filter(({ index }) => !used.has(index))
  return {
    name: sheet.name,
    headerRow: sheet.headerRow,
    columns,
    missing,
    ignored: new Map(unused.map(({ index, label }) => [index, label])),
    headings: titlesOf(sheet.columns),
    filled: answers.fillMerged === true ? sheet.merged : [],
  }
}

/** A column in one of several sheets: the one with the same heading, otherwise with another known one. */
export const columnIn = ({ columns }: SheetSurvey, key: PatientColumnKey, { column }: Pick<ColumnReading, 'column'>) =>
  columns.find(({ label }) => label === column.label) ?? columns.find(({ exact }) => exact === key)

/** The plan of a sheet that is read only by its known headings, before the rest of the file is known. */
export function planKnownHeadings(name: string, { rowNumber, headings }: HeadingRow): SheetPlan {
  const columns: SheetPlan['columns'] = new Map()
  for (const { exact, index, label } of withoutRivals(headings)) {
    if (exact !== null && !columns.has(exact)) columns.set(exact, { index, heading: label, how: asWritten })
  }
  const used = new Set([...columns.values()].map(({ index }) => index))
  const ignored = headings.filter(({ index }) => !used.has(index))
  return {
    name,
    headerRow: rowNumber,
    columns,
    missing: [],
    ignored: new Map(ignored.map(({ index, label }) => [index, label])),
    headings: titlesOf(headings),
    filled: [],
  }
}

const titlesOf = (headings: readonly Heading[]) => new Map(headings.map(({ index, title }) => [index, title]))

/** The name of a column that has values but no heading. */
export const labelOf = (index: number) => withoutHeading(index).label
