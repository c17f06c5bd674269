import type { RowKind } from '@health-console/contract/patients/answers.ts'
import { likelyColumns } from './survey/survey-sheet.ts'
import type { Reading } from './understand.ts'
import { counted, type ValueList } from './value-list.ts'
import { headingOf } from './words/own-headings.ts'

const rowWords: Record<RowKind, string> = {
  units: 'units',
  headings: 'repeated headings',
  empty: 'no value',
  without_id: 'no ID',
  unlike: 'what looks like a heading, a total or another table',
}

/** Warns of decisions that were made without asking, because the response is all that the caller sees. */
export function warnOfDecisions(
  warnings: ValueList,
  { from: { survey }, shown, sheets, mapping, answers }: Reading,
): void {
  const inFile = { sheet: shown.sheetNames.join(', '), row: shown.headerRow, column: '', value: '' }
  for (const [kind, count] of Object.entries(shown.rowsLeftOut.counts) as [RowKind, number][]) {
    const first = shown.rowsLeftOut.rows.find((row) => row.kind === kind)
    const reason = `Skipped: ${counted(count, 'row')} with ${rowWords[kind]}`
    if (first) warnings.add({ ...inFile, sheet: first.sheet, row: first.row, value: first.cells.join(', '), reason })
  }
  for (const { text, cells } of shown.missingWords) {
    if (text === '-') continue
    warnings.add({ ...inFile, value: text, reason: `Treated as empty in ${counted(cells, 'cell')}` })
  }
  if (shown.hiddenRows > 0) {
    const verb = shown.hiddenRows === 1 ? 'was' : 'were'
    warnings.add({ ...inFile, reason: `${counted(shown.hiddenRows, 'hidden row')} ${verb} imported` })
  }
  for (const { heading } of shown.columns) {
    const isHidden = shown.fileColumns.some((column) => column.isHidden && column.heading === heading)
    if (isHidden) warnings.add({ ...inFile, column: heading, reason: 'The hidden column was imported' })
  }
  for (const { name, headerRow, columns } of sheets) {
    for (const [key, index] of likelyColumns({ headings: columns })) {
      if (mapping.has(key) || answers.columns?.[key] !== undefined) continue
      const column = columns[index]?.label ?? ''
      const reason = `Not imported. If it is ${headingOf(key)}, specify it in “answers”`
      warnings.add({ sheet: name, row: headerRow, column, value: '', reason })
    }
  }
  const merged = sheets.reduce((sum, sheet) => sum + sheet.merged.length, 0)
  if (merged > 0 && answers.fillMerged === undefined) {
    warnings.add({ ...inFile, reason: `Of ${counted(merged, 'merged range')} only the first row has the value` })
  }
  const others = survey.sheets.filter(({ name }) => !shown.sheetNames.includes(name))
  for (const { name, rows } of others) {
    warnings.add({ ...inFile, sheet: name, reason: `The sheet wasn’t imported: ${counted(rows, 'row')}` })
  }
  for (const note of survey.notes) warnings.add({ ...inFile, reason: note })
}
