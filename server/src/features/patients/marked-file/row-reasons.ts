import type { ImportWarning } from '@health-console/contract/patients/findings.ts'

/** What is wrong in one row: the reasons, and the headings of the affected columns. */
type Reasons = { texts: Set<string>; headings: Set<string> }

/** What is wrong in the rows of a file. */
export class RowReasons {
  readonly #rows = new Map<string, Reasons>()

  add({ sheet, row, column, reason }: ImportWarning): void {
    const key = keyOf(sheet, row)
    const reasons = this.#rows.get(key) ?? { texts: new Set(), headings: new Set() }
    reasons.texts.add(`${column}: ${reason}`)
    reasons.headings.add(column)
    this.#rows.set(key, reasons)
  }

  in(sheet: string, row: number): Reasons | undefined {
    return this.#rows.get(keyOf(sheet, row))
  }
}

const keyOf = (sheet: string, row: number) => `${row} ${sheet}`
