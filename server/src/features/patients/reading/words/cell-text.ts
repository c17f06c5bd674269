import type { Cell } from '../../../../core/spreadsheet/cells.ts'

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

export const inOneLine = (cell: Cell) => cellText(cell).trim().replaceAll(/\s+/g, ' ')

/** A value for a list of errors or warnings, shortened but long enough to find it in the file. */
export const shownValue = (cell: Cell | undefined): string => shortened(cell === undefined ? '' : inOneLine(cell))

export function shortened(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text
}
