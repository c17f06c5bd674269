/** Spreadsheet programs recognise UTF-8 in a CSV by this byte order mark. */
export const csvMark = '\uFEFF'

export const toCsvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(withoutFormula(cell))).join(',')}\r\n`

/** Prefixes a text that a spreadsheet program would run as a formula with an apostrophe. */
export function withoutFormula(cell: string): string {
  const isFormula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell)
  return isFormula ? `'${cell}` : cell
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
