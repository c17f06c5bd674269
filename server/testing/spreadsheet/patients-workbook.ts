import { columnLetters } from '../../src/core/spreadsheet/references.ts'
import type { CellInput, PatientInput } from './synthetic-patients.ts'
import { escapeXml, sharedStringsXml, sheetXml, workbookParts, zipParts, type Parts } from './workbook-parts.ts'

/** Writes the XML of a text cell, from the type attribute to the end of the value. */
type TextXml = (text: string) => string

type Column = readonly [heading: string, field: keyof PatientInput]

/** The headings of the published PPG-BP table, in order. */
const ppgBpColumns: readonly Column[] = [
  ['Num.', 'memberId'],
  ['subject_ID', 'subjectId'],
  ['Sex(M/F)', 'sex'],
  ['Age(year)', 'age'],
  ['Height(cm)', 'height'],
  ['Weight(kg)', 'weight'],
  ['Systolic Blood Pressure(mmHg)', 'systolicBloodPressure'],
  ['Diastolic Blood Pressure(mmHg)', 'diastolicBloodPressure'],
  ['Heart Rate(b/m)', 'heartRate'],
  ['BMI(kg/m^2)', 'bmi'],
  ['Hypertension', 'hypertension'],
  ['Diabetes', 'diabetes'],
  ['cerebral infarction', 'cerebralInfarction'],
  ['cerebrovascular disease', 'cerebrovascularDisease'],
]

/** The console's own headings. */
const consoleColumns: readonly Column[] = [
  ['Member ID', 'memberId'],
  ['Subject ID', 'subjectId'],
  ['Sex', 'sex'],
  ['Age', 'age'],
  ['Height(cm)', 'height'],
  ['Weight(kg)', 'weight'],
  ['Systolic BP (mmHg)', 'systolicBloodPressure'],
  ['Diastolic BP (mmHg)', 'diastolicBloodPressure'],
  ['BMI (kg/m²)', 'bmi'],
  ['Hypertension', 'hypertension'],
  ['Diabetes', 'diabetes'],
  ['Cerebral infarction', 'cerebralInfarction'],
  ['Cerebrovascular disease', 'cerebrovascularDisease'],
]

const ppgBpTitles: readonly CellInput[] = ['Synthetic patients', ...Array<undefined>(9), 'Synthetic medical record']
const ppgBpMerged = '<mergeCells count="2"><mergeCell ref="A1:I1"/><mergeCell ref="K1:N1"/></mergeCells>'

/**
 * A workbook with these patients. `ppg-bp` has the layout of the published table: a title row of two merged cells,
 * headings in row 2, shared strings, styled empty cells. `console` has the console's headings in row 1.
 */
export function makePatientsWorkbook(
  patients: readonly PatientInput[],
  layout: 'ppg-bp' | 'console',
  replaced: Parts = {},
): Buffer {
  return layout === 'ppg-bp' ? ppgBpWorkbook(patients, replaced) : consoleWorkbook(patients, replaced)
}

function ppgBpWorkbook(patients: readonly PatientInput[], replaced: Parts): Buffer {
  const strings = new StringTable()
  const sheet = sheetXml([...ppgBpRowsXml(patients, strings)].join(''), ppgBpMerged)
  return zipParts(workbookParts(sheet, { 'xl/sharedStrings.xml': strings.xml(), ...replaced }))
}

/** The rows of the published layout one by one, for workbooks too large to be one string. */
export function* ppgBpRowsXml(patients: Iterable<PatientInput>, strings: StringTable): Generator<string, void> {
  yield rowXml(1, ppgBpTitles, strings.textXml)
  yield rowXml(2, headingsOf(ppgBpColumns), strings.textXml)
  let rowNumber = 3
  for (const patient of patients) yield rowXml(rowNumber++, cellsOf(patient, ppgBpColumns), strings.textXml)
}

/** A workbook's shared strings, in the order of their first use. */
export class StringTable {
  readonly #indexes = new Map<string, number>()

  readonly textXml: TextXml = (text) => {
    const index = this.#indexes.get(text) ?? this.#indexes.size
    this.#indexes.set(text, index)
    return `t="s"><v>${index}</v>`
  }

  xml(): string {
    return sharedStringsXml([...this.#indexes.keys()])
  }
}

function consoleWorkbook(patients: readonly PatientInput[], replaced: Parts): Buffer {
  const inline: TextXml = (text) => `t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is>`
  const header = rowXml(1, headingsOf(consoleColumns), inline)
  const rows = patients.map((patient, index) => rowXml(index + 2, cellsOf(patient, consoleColumns), inline))
  return zipParts(workbookParts(sheetXml(header + rows.join('')), replaced))
}

function headingsOf(columns: readonly Column[]): CellInput[] {
  return columns.map(([heading]) => heading)
}

function cellsOf(patient: PatientInput, columns: readonly Column[]): CellInput[] {
  return columns.map(([, field]) => patient[field])
}

function rowXml(rowNumber: number, cells: readonly CellInput[], textXml: TextXml): string {
  const list = cells.map((cell, column) => cellXml(`${columnLetters(column)}${rowNumber}`, cell, textXml))
  return `<row r="${rowNumber}">${list.join('')}</row>`
}

function cellXml(reference: string, cell: CellInput, textXml: TextXml): string {
  const start = `<c r="${reference}" s="0"`
  switch (typeof cell) {
    case 'undefined':
      return `${start}/>`
    case 'number':
      return `${start}><v>${cell}</v></c>`
    case 'boolean':
      return `${start} t="b"><v>${cell ? 1 : 0}</v></c>`
    case 'string':
      return `${start} ${textXml(cell)}</c>`
    default:
      if ('error' in cell) return `${start} t="e"><v>${escapeXml(cell.error)}</v></c>`
      return `${start}><f>${escapeXml(cell.formula)}</f>${cell.value === undefined ? '' : `<v>${cell.value}</v>`}</c>`
  }
}
