import type { Cell, MergedRange } from '../../../../core/spreadsheet/cells.ts'

/** Gives each row of merged cells the value of their first row. */
export class MergedFiller {
  #open: { range: MergedRange; value: Cell | undefined }[] = []
  /** The ranges that are still to come, the next one last. */
  readonly #ahead: MergedRange[]

  constructor(ranges: readonly MergedRange[]) {
    this.#ahead = ranges.toSorted((a, b) => b.firstRow - a.firstRow)
  }

  /** The cells of a row, including values from merged cells. Rows arrive in their order. */
  fill(rowNumber: number, cells: readonly (Cell | undefined)[]): readonly (Cell | undefined)[] {
    if (this.#ahead.length === 0 && this.#open.length === 0) return cells
    const filled = [...cells]
    this.#open = this.#open.filter(({ range }) => range.lastRow >= rowNumber)
    for (const { range, value } of this.#open) filled[range.firstColumn] ??= value
    for (let next = this.#ahead.at(-1); next && next.firstRow <= rowNumber; next = this.#ahead.at(-1)) {
      this.#ahead.pop()
      // Without a value in the first row there is none to copy.
      if (next.firstRow === rowNumber) this.#open.push({ range: next, value: cells[next.firstColumn] })
    }
    return filled
  }
}
