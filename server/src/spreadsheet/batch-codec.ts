import type { Cell, Row, SheetBatch } from './cells.ts'

const empty = 0
const text = 1
const number = 2
const no = 3
const yes = 4
const date = 5
const error = 6
const formula = 7

/**
 * A batch as a few flat arrays: cloning a million small cell objects between threads
 * would cost more than reading them.
 */
export interface PackedBatch {
  sheetName: string
  fraction: number
  rowNumbers: Uint32Array<ArrayBuffer>
  widths: Uint16Array<ArrayBuffer>
  kinds: Uint8Array<ArrayBuffer>
  texts: string[]
}

export function packBatch({ sheetName, rows, fraction }: SheetBatch): PackedBatch {
  const kinds = new Uint8Array(rows.reduce((sum, row) => sum + row.cells.length, 0))
  const texts: string[] = []
  let at = 0
  for (const { cells } of rows) {
    for (const cell of cells) kinds[at++] = packCell(cell, texts)
  }
  return {
    sheetName,
    fraction,
    rowNumbers: Uint32Array.from(rows, (row) => row.rowNumber),
    widths: Uint16Array.from(rows, (row) => row.cells.length),
    kinds,
    texts,
  }
}

export function unpackBatch({ sheetName, fraction, rowNumbers, widths, kinds, texts }: PackedBatch): SheetBatch {
  const rows: Row[] = []
  let nextKind = 0
  let nextText = 0
  const takeText = (): string => texts[nextText++] ?? ''
  for (const [index, rowNumber] of rowNumbers.entries()) {
    const cells: (Cell | undefined)[] = []
    for (let left = widths[index] ?? 0; left > 0; left -= 1) cells.push(unpackCell(kinds[nextKind++], takeText))
    rows.push({ rowNumber, cells })
  }
  return { sheetName, rows, fraction }
}

function packCell(cell: Cell | undefined, texts: string[]): number {
  if (cell === undefined) return empty
  switch (cell.type) {
    case 'text':
      texts.push(cell.text)
      return text
    case 'number':
      texts.push(cell.text)
      return number
    case 'boolean':
      return cell.value ? yes : no
    case 'date':
      texts.push(cell.iso, cell.text)
      return date
    case 'error':
      texts.push(cell.code)
      return error
    case 'formula':
      return formula
  }
}

function unpackCell(kind: number | undefined, takeText: () => string): Cell | undefined {
  switch (kind) {
    case text:
      return { type: 'text', text: takeText() }
    case number: {
      const written = takeText()
      return { type: 'number', value: Number(written), text: written }
    }
    case no:
      return { type: 'boolean', value: false }
    case yes:
      return { type: 'boolean', value: true }
    case date:
      return { type: 'date', iso: takeText(), text: takeText() }
    case error:
      return { type: 'error', code: takeText() }
    case formula:
      return { type: 'formula' }
    default:
      return undefined
  }
}
