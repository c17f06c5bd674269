import type { Row } from '../../spreadsheet/cells.ts'
import type { Sheet } from '../../spreadsheet/read-sheets.ts'
import { inOneLine } from './cell-text.ts'

/** The heading of the column that a workbook of faults has before those of the file. */
export const problemHeading = 'Problem'

/** The sheets of a file without the column of a workbook of faults, so that the corrected workbook is read as the file was. */
export async function* withoutProblems(sheets: AsyncIterable<Sheet>): AsyncGenerator<Sheet, void> {
  for await (const { name, batches } of sheets) yield { name, batches: dropProblems(batches) }
}

async function* dropProblems(batches: Sheet['batches']): Sheet['batches'] {
  let isFirst = true
  let hasProblems = false
  for await (const batch of batches) {
    if (isFirst && batch.rows.length > 0) {
      isFirst = false
      hasProblems = hasProblemColumn(batch.rows)
    }
    yield hasProblems ? { ...batch, rows: batch.rows.flatMap(withoutFirstCell) } : batch
  }
}

/** Whether the first cell in column A is the heading of problems. @param rows the first ones of a sheet */
export function hasProblemColumn(rows: readonly Row[]): boolean {
  const first = rows.find(({ cells }) => cells[0] !== undefined)?.cells[0]
  return first?.type === 'text' && inOneLine(first) === problemHeading
}

function withoutFirstCell(row: Row): Row[] {
  const cells = [undefined, ...row.cells.slice(1)]
  return cells.some((cell) => cell !== undefined) ? [{ ...row, cells }] : []
}
