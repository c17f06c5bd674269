import type { Row } from '../../../../core/spreadsheet/cells.ts'
import type { Sheet } from '../../../../core/spreadsheet/read-sheets.ts'
import { inOneLine } from '../words/cell-text.ts'

/** The heading of the column that a marked file has before those of the file. */
export const reasonHeading = 'Error or warning'

/**
 * The sheets of a file without the added column of a marked file, so that the corrected workbook is read as the
 * original file was.
 */
export async function* withoutReasons(sheets: AsyncIterable<Sheet>): AsyncGenerator<Sheet, void> {
  for await (const sheet of sheets) yield { ...sheet, batches: dropReasons(sheet.batches) }
}

async function* dropReasons(batches: Sheet['batches']): Sheet['batches'] {
  let isFirst = true
  let hasReasons = false
  for await (const batch of batches) {
    if (isFirst && batch.rows.length > 0) {
      isFirst = false
      hasReasons = hasReasonColumn(batch.rows)
    }
    yield hasReasons ? { ...batch, rows: batch.rows.flatMap(withoutFirstCell) } : batch
  }
}

/** Whether the first cell in column A is the heading of errors and warnings. @param rows the first rows of a sheet */
export function hasReasonColumn(rows: readonly Row[]): boolean {
  const first = rows.find(({ cells }) => cells[0] !== undefined)?.cells[0]
  return first?.type === 'text' && inOneLine(first) === reasonHeading
}

function withoutFirstCell(row: Row): Row[] {
  const cells = [undefined, ...row.cells.slice(1)]
  return cells.some((cell) => cell !== undefined) ? [{ ...row, cells }] : []
}
