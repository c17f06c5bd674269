import { withoutFormula } from '@health-console/contract/csv.ts'
import type { FileFault } from '@health-console/contract/errors.ts'

const toCells = (faults: readonly FileFault[]) => [
  ['Sheet', 'Row', 'Column', 'Value', 'Problem'],
  ...faults.map(({ sheet = '', row, column, value, reason }) => [sheet, String(row), column, value, reason]),
]

/** For the clipboard: one fault a line, separated by tabs, for pasting into a spreadsheet or a message. */
export const faultsAsText = (faults: readonly FileFault[]): string =>
  toCells(faults)
    .map((cells) => `${cells.map((cell) => withoutFormula(cell).replaceAll(/\s+/g, ' ')).join('\t')}\n`)
    .join('')
