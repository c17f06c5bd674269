import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { BodyReading } from '@health-console/contract/patients/units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { MergedRange } from '../../../../core/spreadsheet/cells.ts'
import { type Heading, type HeadingRow, knownHeadings, withoutHeading } from '../survey/find-heading-row.ts'
import { asWritten, type HowToRead, takesNumbers } from '../words/read-value.ts'

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

/** What a plan needs to know of a sheet, and of how a column is read. */
type PlannedSheet = { name: string; headerRow: number; columns: readonly Heading[]; merged: readonly MergedRange[] }
type PlannedReading = HowToRead & Record<'column' | 'unitColumn', Heading | undefined>

/** The plan of a sheet whose columns are read in this way. */
export function planSheet(
  sheet: PlannedSheet,
  {
    mapping,
    answers,
  }: { mapping: ReadonlyMap<PatientColumnKey, PlannedReading>; answers: Pick<ImportAnswers, 'fillMerged'> },
): SheetPlan {
  const columns: SheetPlan['columns'] = new Map()
  const missing: PatientColumnKey[] = []
  const used = new Set<number>()
  for (const [key, place] of mapping) {
    const column = columnIn(sheet, key, place)
    if (!column) {
      missing.push(key)
      continue
    }
    const unitIndex = sheet.columns.find(({ label }) => label === place.unitColumn?.label)?.index
    const how = takesNumbers(key, place) ? asWritten : place
    columns.set(key, { index: column.index, heading: column.label, how, ...(unitIndex !== undefined && { unitIndex }) })
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
    headings: new Map(sheet.columns.map(({ index, title }) => [index, title])),
    filled: answers.fillMerged === true ? sheet.merged : [],
  }
}

/** A column in one of several sheets: the one with the same heading, otherwise with another known one. */
export const columnIn = <Column extends Heading>(
  { columns }: { columns: readonly Column[] },
  key: PatientColumnKey,
  { column: wanted }: Pick<PlannedReading, 'column'>,
) => columns.find(({ label }) => label === wanted?.label) ?? columns.find(({ exact }) => exact === key)

/** The plan of a sheet that is read only by its known headings, before the rest of the file is known. */
export function planKnownHeadings(name: string, { rowNumber: headerRow, headings: columns }: HeadingRow): SheetPlan {
  const known = [...knownHeadings(columns)]
  const mapping = new Map(known.map(([key, column]) => [key, { ...asWritten, column, unitColumn: undefined }]))
  return planSheet({ name, headerRow, columns, merged: [] }, { mapping, answers: {} })
}

/** The name of a column that has values but no heading. */
export const labelOf = (index: number) => withoutHeading(index).label
