import type { ImportAnswers, RowKind } from '@health-console/contract/patients/answers.ts'
import { formatMeasure } from '@health-console/contract/patients/checks.ts'
import { type BodyReading, isBirth } from '@health-console/contract/patients/units.ts'
import { daysIn, ownUnitOf } from '@health-console/contract/patients/measures.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { findUnitOf } from '@health-console/contract/patients/unit-spellings.ts'
import type { Cell, Row } from '../../../core/spreadsheet/cells.ts'
import { shownValue } from './words/cell-text.ts'
import { MergedFiller } from './survey/fill-merged.ts'
import { findWarning } from './words/find-warning.ts'
import { headingOf } from './words/own-headings.ts'
import { policyOf } from './survey/left-out-rows.ts'
import { type MappingToRead, type Place, placeColumns, type SheetToRead } from './mapping/place-columns.ts'
import {
  asWritten,
  idKeyOf,
  ReadError,
  type HowToRead,
  isCleaned,
  type PatientValue,
  readValue,
  shownUnit,
  textOf,
} from './words/read-value.ts'
import { RowClassifier } from './survey/classify-rows.ts'
import { ValueList } from './value-list.ts'
import { missingWord } from './words/words.ts'

/** One patient: a value for each of `patientColumns`, in their order. */
export type PatientRow = readonly PatientValue[]

const keys = patientColumns.map((column) => column.key)
const memberId = keys.indexOf('memberId')
const subjectId = keys.indexOf('subjectId')
const systolic = keys.indexOf('systolicBloodPressure')
const diastolic = keys.indexOf('diastolicBloodPressure')

const notPatient =
  'Doesn’t look like a patient, but like a heading, a total or another table. Remove the row, or set unlikeRows in “answers”'

/** This is more than the number of rows that a sheet can have. */
const mostRows = 2 ** 21

/** How to treat uncertain rows. The admin is asked about those without a policy. */
export type RowPolicies = Pick<ImportAnswers, 'repeatedIds' | 'rowsWithoutId' | 'unlikeRows'>

/** The state that the sheets of one import share. */
export class ImportValues {
  readonly errors = new ValueList()
  readonly warnings = new ValueList()
  /** The names of the sheets that are read. */
  readonly sheets: string[] = []
  /**
   * Where each id first occurs, or last if that row is used: the number of its sheet times `mostRows`, plus its row. A
   * single number needs less memory.
   */
  readonly memberIds = new Map<string, number>()
  readonly subjectIds = new Map<string, number>()
  /** Rows of a repeated member ID, by that ID. */
  readonly repeated = new Map<string, number>()
  readonly policies: RowPolicies
  /** Whether an uncertain row has no policy. */
  isUndecided = false

  constructor(policies: RowPolicies) {
    this.policies = policies
  }
}

/** Rows whose height and weight are interpreted otherwise, by their numbers. */
export type ExplainedRows = { reading: BodyReading; rows: ReadonlySet<number> }

/** Where each column of the table is, in their order. */
type Places = readonly (Place | undefined)[]

function explainedPlaces(places: ReadonlyMap<PatientColumnKey, Place>, reading: BodyReading): Places {
  const [height, weight] = [places.get('height'), places.get('weight')]
  const [tall, heavy] = reading.isSwapped ? [weight, height] : [height, weight]
  const explained = new Map(places)
  if (tall) explained.set('height', { ...tall, how: { ...tall.how, unit: reading.height.unit } })
  if (heavy) explained.set('weight', { ...heavy, how: { ...heavy.how, unit: reading.weight.unit } })
  return keys.map((key) => explained.get(key))
}

const oldest = 115

const mayBeCenturyOlder = (cell: Cell, age: PatientValue) =>
  typeof age === 'number' && age + 100 <= oldest && daysIn(textOf(cell)).length > 1

/** Reads the rows of one sheet, and checks them. */
export class RowReader {
  readonly rows: PatientRow[] = []
  /** The number of each row in the file. */
  readonly rowNumbers: number[] = []
  readonly sheet: SheetToRead
  readonly places: ReadonlyMap<PatientColumnKey, Place>
  readonly values: ImportValues
  readonly #number: number
  readonly #places: Places
  readonly #explained: ExplainedRows | undefined
  readonly #explainedPlaces: Places
  readonly #used: readonly number[]
  readonly #merged: MergedFiller
  readonly classifier: RowClassifier
  hiddenRows = 0
  /** The patient in the row that is being read, once its ID has been. */
  #memberId: string | undefined

  constructor(
    sheet: SheetToRead,
    { mapping, answers }: { mapping: MappingToRead; answers: Pick<ImportAnswers, 'fillMerged'> },
    values: ImportValues,
    explained?: ExplainedRows,
  ) {
    this.sheet = sheet
    this.values = values
    this.#number = values.sheets.push(sheet.name) - 1
    this.places = placeColumns(sheet, mapping)
    this.#places = keys.map((key) => this.places.get(key))
    this.#explained = explained
    this.#explainedPlaces = explained ? explainedPlaces(this.places, explained.reading) : this.#places
    this.#used = [...new Set([...this.places.values()].map(({ index }) => index))]
    this.#merged = new MergedFiller(answers.fillMerged === true ? sheet.merged : [])
    this.classifier = new RowClassifier({
      memberId: this.places.get('memberId')?.index,
      sex: this.places.get('sex')?.index,
      used: this.#used,
      headings: new Map(sheet.columns.map(({ index, title }) => [index, title])),
    })
    if (!mapping.has('subjectId')) {
      this.#warn(sheet.headerRow, 'subjectId', '', 'The column is missing, so no patient has a value')
    }
    for (const key of mapping.keys()) {
      if (this.places.has(key)) continue
      this.#warn(sheet.headerRow, key, '', 'The column is missing in this sheet, so its patients have no value')
    }
  }

  take(row: Row): void {
    const { rowNumber } = row
    const rowsBelow = rowNumber - this.sheet.headerRow
    if (rowsBelow <= 0) return
    // Notes beside the table are not patients.
    if (!this.#used.some((index) => row.cells[index] !== undefined)) return
    const cells = this.#merged.fill(rowNumber, row.cells)
    const kind = this.classifier.kindOf(cells, rowsBelow)
    if (kind !== undefined && this.#leavesOut(row, kind)) return
    if (row.isHidden) this.hiddenRows += 1

    const values: PatientValue[] = []
    this.#memberId = undefined
    const places = this.#explained?.rows.has(rowNumber) ? this.#explainedPlaces : this.#places
    for (const [column, key] of keys.entries()) {
      const place = places[column]
      const cell = place && cells[place.index]
      const how = place && this.#howIn(key, cells, place)
      const value = how instanceof ReadError ? how : readValue(key, cell, how)
      if (value instanceof ReadError) this.#addError(rowNumber, key, shownValue(cell), value.reason)
      else if (place) this.#checkValue(rowNumber, key, cell, value, place.how)
      values.push(value instanceof ReadError ? null : value)
      if (column === memberId && typeof value === 'string') this.#memberId = value
    }
    this.#checkIds(rowNumber, values)
    this.#checkPressures(rowNumber, values)
    this.#memberId = undefined
    this.rows.push(values)
    this.rowNumbers.push(rowNumber)
  }

  /** The rows that are used, as indexes: one for each member ID. */
  usedRows(): number[] {
    const { memberIds } = this.values
    return [...this.rows.keys()].filter((at) => {
      const position = memberIds.get(idKeyOf(String(this.rows[at]?.[memberId])))
      return position === this.#number * mostRows + (this.rowNumbers[at] ?? 0)
    })
  }

  #leavesOut(row: Row, kind: RowKind): boolean {
    if (kind === 'units') this.#checkUnits(row)
    const policy = policyOf(kind, this.values.policies)
    // The row is read, and its error is that it has no ID.
    if (policy === 'import' || (policy === 'reject' && kind === 'without_id')) return false
    if (policy === 'reject') {
      this.#addError(
        row.rowNumber,
        'memberId',
        shownValue(row.cells[this.places.get('memberId')?.index ?? 0]),
        notPatient,
      )
      return true
    }
    if (policy === undefined) this.values.isUndecided = true
    this.classifier.leaveOut(row.rowNumber, kind, row.cells)
    return true
  }

  /** How a value is interpreted in its row, which may contain its unit. */
  #howIn(
    key: PatientColumnKey,
    cells: readonly (Cell | undefined)[],
    { unitIndex, how }: Place,
  ): HowToRead | ReadError {
    const cell = unitIndex === undefined ? undefined : cells[unitIndex]
    if (!cell) return how
    const text = textOf(cell)
    const unit = findUnitOf(key, text)
    if (unit !== undefined) return { ...how, unit }
    if (text === '' || missingWord(cell, text) !== undefined) return how
    return new ReadError(`“${shownValue(cell)}” next to it isn’t one of its units`)
  }

  #checkValue(
    rowNumber: number,
    key: PatientColumnKey,
    cell: Cell | undefined,
    value: PatientValue,
    how: HowToRead = asWritten,
  ): void {
    const warning = findWarning(key, value)
    if (warning !== undefined) this.#warn(rowNumber, key, shownValue(cell), warning)
    if (!cell) return
    if (key === 'age' && isBirth(how.unit) && mayBeCenturyOlder(cell, value)) {
      const reason = `The year has two digits. The age may also be ${Number(value) + 100}`
      this.#warn(rowNumber, key, shownValue(cell), reason)
    }
    const shown = shownUnit(key, cell, how)
    if (shown !== undefined && !how.readings.has('unit_in_cell')) {
      this.#warn(rowNumber, key, shownValue(cell), `Shown in ${shown}, read as ${how.unit ?? ownUnitOf(key)}`)
    }
    if (isCleaned(cell, value)) this.#warn(rowNumber, key, shownValue(cell), 'Invisible characters were removed')
  }

  /** A row of units may contradict the answer. */
  #checkUnits({ rowNumber, cells }: Row): void {
    for (const [key, { index, how }] of this.places) {
      const cell = cells[index]
      const below = cell?.type === 'text' ? findUnitOf(key, cell.text) : undefined
      const unit = how.unit ?? ownUnitOf(key)
      if (below !== undefined && below !== unit) {
        this.#warn(rowNumber, key, shownValue(cell), `This row is in ${below}, but the column is read as ${unit}`)
      }
    }
  }

  #checkIds(row: number, values: readonly PatientValue[]): void {
    const { memberIds, subjectIds, repeated, policies } = this.values
    const position = this.#number * mostRows + row
    const member = values[memberId]
    if (typeof member === 'string') {
      const key = idKeyOf(member)
      const earlier = memberIds.get(key)
      if (earlier === undefined || policies.repeatedIds === 'last') memberIds.set(key, position)
      if (earlier !== undefined) {
        repeated.set(key, (repeated.get(key) ?? 0) + 1)
        // The rows of one patient have the same subject ID.
        if (policies.repeatedIds !== 'reject') return
        this.#addError(row, 'memberId', member, this.#appearsTwice(earlier))
      }
    }
    const subject = values[subjectId]
    if (typeof subject !== 'string') return
    const key = idKeyOf(subject)
    const earlier = subjectIds.get(key)
    if (earlier !== undefined) this.#warn(row, 'subjectId', subject, this.#appearsTwice(earlier))
    else subjectIds.set(key, position)
  }

  #checkPressures(rowNumber: number, values: readonly PatientValue[]): void {
    const upper = values[systolic]
    const lower = values[diastolic]
    if (typeof upper !== 'number' || typeof lower !== 'number' || upper > lower) return
    this.#warn(
      rowNumber,
      'systolicBloodPressure',
      String(upper),
      `Not above the diastolic value, ${formatMeasure('diastolicBloodPressure', lower)}`,
    )
  }

  #addError(row: number, key: PatientColumnKey, value: string, reason: string): void {
    this.values.errors.add({ ...this.#cell(row, key), value, reason })
  }

  #warn(row: number, key: PatientColumnKey, value: string, reason: string): void {
    this.values.warnings.add({ ...this.#cell(row, key), value, reason })
  }

  #cell(row: number, key: PatientColumnKey) {
    const patient = this.#memberId === undefined ? {} : { memberId: this.#memberId }
    return { sheet: this.sheet.name, row, column: this.#headingOf(key), ...patient }
  }

  #appearsTwice(earlier: number): string {
    const sheet = Math.floor(earlier / mostRows)
    const where = sheet === this.#number ? '' : ` of the sheet “${this.values.sheets[sheet]?.slice(0, 40)}”`
    return `Appears twice, first in row ${earlier % mostRows}${where}`
  }

  /** The value as it is in the file. */
  #headingOf(key: PatientColumnKey): string {
    return this.places.get(key)?.heading ?? headingOf(key)
  }
}
