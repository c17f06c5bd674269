import { withoutFormula } from '@health-console/contract/csv.ts'
import type { FileFault } from '@health-console/contract/errors.ts'

const toCells = (faults: readonly FileFault[]) => [
  ['Row', 'Column', 'Value', 'Problem'],
  ...faults.map(({ row, column, value, reason }) => [String(row), column, value, reason]),
]

/** For the clipboard: one fault a line, separated by tabs, for pasting into a spreadsheet or a message. */
export const faultsAsText = (faults: readonly FileFault[]): string =>
  toCells(faults)
    .map((cells) => `${cells.map((cell) => withoutFormula(cell).replaceAll(/\s+/g, ' ')).join('\t')}\n`)
    .join('')
