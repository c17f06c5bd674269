import type { RowKind } from '@health-console/contract/patient-answers.ts'
import type { FileSurvey, Understanding } from './understand.ts'
import { counted, type ValueList } from './value-list.ts'

const rowWords: Record<RowKind, string> = {
  units: 'Looks like a row of units',
  total: 'Looks like a total',
  footnote: 'Looks like a footnote',
}

/** Where no one is asked, what was decided is a warning: the answer to the call is all that its caller sees. */
export function warnOfDecisions(warnings: ValueList, survey: FileSurvey, understanding: Understanding): void {
  const { reading, sheets, answers } = understanding
  const inFile = { sheet: reading.sheetNames.join(', '), row: reading.headerRow, column: '', value: '' }
  for (const { sheet, row, kind, cells } of reading.rowsNotTaken.rows) {
    if (answers.takenRows?.includes(kind)) continue
    warnings.add({ sheet, row, column: '', value: cells.join(', '), reason: `${rowWords[kind]}: it was not imported` })
  }
  for (const { text, cells } of reading.missingWords) {
    if (text === '-') continue
    warnings.add({ ...inFile, value: text, reason: `Read as empty in ${counted(cells, 'cell')}` })
  }
  if (reading.hiddenRows > 0) {
    const verb = reading.hiddenRows === 1 ? 'was' : 'were'
    warnings.add({ ...inFile, reason: `${counted(reading.hiddenRows, 'hidden row')} ${verb} imported` })
  }
  const merged = sheets.reduce((sum, sheet) => sum + sheet.merged.length, 0)
  if (merged > 0 && answers.fillMerged === undefined) {
    warnings.add({ ...inFile, reason: `Of ${counted(merged, 'merged range')} only the first row has the value` })
  }
  const others = survey.sheets.filter(({ name }) => !reading.sheetNames.includes(name))
  for (const { name, rows } of others) {
    warnings.add({ ...inFile, sheet: name, reason: `The sheet was not imported: ${counted(rows, 'row')}` })
  }
  for (const note of survey.notes) warnings.add({ ...inFile, reason: note })
}
