import type { Cell } from '../../spreadsheet/cells.ts'

const shownLength = 40

/** A cell as text: what the file has written, as the spreadsheet program would show it where it is no number. */
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

/** A value in a list of faults: enough of it to find it again. */
export function shownValue(cell: Cell | undefined): string {
  const text = cell === undefined ? '' : cellText(cell).trim().replaceAll(/\s+/g, ' ')
  return text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text
}
