import type { FileFault } from '@health-console/contract/errors.ts'

const headings = ['Row', 'Column', 'Value', 'Problem']

/** For the clipboard: one fault a line, separated by tabs, for pasting into a spreadsheet or a message. */
export function faultsAsText(faults: readonly FileFault[]): string {
  return table(faults, (cell) => cell.replaceAll(/\s+/g, ' '), '\t', '\n')
}

/** A CSV with a byte order mark, without which spreadsheet programs do not read it as UTF-8. */
export function faultsAsCsv(faults: readonly FileFault[]): string {
  return `\ufeff${table(faults, quoted, ',', '\r\n')}`
}

function table(
  faults: readonly FileFault[],
  write: (cell: string) => string,
  betweenCells: string,
  endOfLine: string,
): string {
  const lines = faults.map(({ row, column, value, reason }) => [String(row), column, value, reason])
  return [headings, ...lines]
    .map((cells) => cells.map((cell) => write(harmless(cell))).join(betweenCells) + endOfLine)
    .join('')
}

/** The values are from an uploaded file: none of them may become a formula where the list is opened. */
function harmless(cell: string): string {
  const isFormula = /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell)
  return isFormula ? `'${cell}` : cell
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
