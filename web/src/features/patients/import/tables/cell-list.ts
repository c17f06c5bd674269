import { withoutFormula } from '@health-console/contract/values/csv.ts'
import type { ListedCell } from '@health-console/contract/errors.ts'

const toCells = (cells: readonly ListedCell[]) => [
  ['Sheet', 'Row', 'Column', 'Value', 'Reason'],
  ...cells.map(({ sheet = '', row, column, value, reason }) => [sheet, String(row), column, value, reason]),
]

/** The list for the clipboard, with one cell a line, separated by tabs, for pasting into a spreadsheet or a message. */
export const cellsAsText = (listed: readonly ListedCell[]): string =>
  toCells(listed)
    .map((cells) => `${cells.map((cell) => withoutFormula(cell).replaceAll(/\s+/g, ' ')).join('\t')}\n`)
    .join('')
