import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { MergedRange } from '../../../../core/spreadsheet/cells.ts'
import { type Heading, knownHeadings } from '../survey/find-heading-row.ts'
import { asWritten, type HowToRead, takesNumbers } from '../words/read-value.ts'

/** What has to be known about a sheet to read its rows, and about how a column is read. */
export type SheetToRead = {
  name: string
  headerRow: number
  columns: readonly Heading[]
  merged: readonly MergedRange[]
}
export type MappingToRead = ReadonlyMap<
  PatientColumnKey,
  HowToRead & Record<'column' | 'unitColumn', Heading | undefined>
>

/** Where a column of the table is in the cells of a sheet, and how these are read. */
export type Place = {
  index: number
  /** The index of the column with the unit of each value. */
  unitIndex: number | undefined
  heading: string
  how: HowToRead
}

/** The places of the columns that a sheet has. */
export function placeColumns(sheet: SheetToRead, mapping: MappingToRead): Map<PatientColumnKey, Place> {
  const places = new Map<PatientColumnKey, Place>()
  for (const [key, reading] of mapping) {
    const column = columnIn(sheet, key, reading)
    if (!column) continue
    const unitIndex = sheet.columns.find(({ label }) => label === reading.unitColumn?.label)?.index
    const how = takesNumbers(key, reading) ? asWritten : reading
    places.set(key, { index: column.index, unitIndex, heading: column.label, how })
  }
  return places
}

/** A column in one of several sheets: the one with the same heading, otherwise with another known one. */
export const columnIn = <Column extends Heading>(
  { columns }: { columns: readonly Column[] },
  key: PatientColumnKey,
  { column: wanted }: { column: Heading | undefined },
) => columns.find(({ label }) => label === wanted?.label) ?? columns.find(({ exact }) => exact === key)

/** How a sheet is read only by its known headings, before the rest of the file is known. */
export const mapKnownHeadings = (columns: readonly Heading[]): MappingToRead =>
  new Map([...knownHeadings(columns)].map(([key, column]) => [key, { ...asWritten, column, unitColumn: undefined }]))
