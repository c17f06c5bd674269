import type { Cell } from '../../../../core/spreadsheet/cells.ts'
import { plainStyle } from '../../../../core/spreadsheet/styles.ts'

const shownLength = 40

/** A cell as text: a number as written in the file, anything else as a spreadsheet program shows it. */
export function cellText(cell: Cell): string {
  switch (cell.type) {
    case 'text':
    case 'number':
      return cell.text
    case 'boolean':
      return cell.value ? 'TRUE' : 'FALSE'
    case 'date':
      return cell.iso
    case 'error':
      return cell.code
    case 'formula':
      return ''
  }
}

/** The number that a date format shows as a day of 1900, which is no one's date. */
export function numberBehind(cell: Cell): Extract<Cell, { type: 'number' }> | undefined {
  if (cell.type !== 'date' || !cell.iso.startsWith('1900-')) return undefined
  const value = Number(cell.text)
  return Number.isNaN(value) ? undefined : { type: 'number', value, text: cell.text, style: plainStyle }
}

export const inOneLine = (cell: Cell) => cellText(cell).trim().replaceAll(/\s+/g, ' ')

/** A value for a list of errors or warnings, shortened but long enough to find it in the file. */
export const shownValue = (cell: Cell | undefined): string => shortened(cell === undefined ? '' : inOneLine(cell))

export function shortened(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text
}
