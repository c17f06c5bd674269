import type { ImportWarning } from '@health-console/contract/patient-findings.ts'

/** What is wrong in one row: in words, and in which columns, by their headings. */
export type RowProblems = { texts: Set<string>; headings: Set<string> }

/** What is wrong in the rows of a file. */
export class Problems {
  readonly #rows = new Map<string, RowProblems>()

  add({ sheet, row, column, reason }: ImportWarning): void {
    const key = keyOf(sheet, row)
    const problems = this.#rows.get(key) ?? { texts: new Set(), headings: new Set() }
    problems.texts.add(`${column}: ${reason}`)
    problems.headings.add(column)
    this.#rows.set(key, problems)
  }

  in(sheet: string, row: number): RowProblems | undefined {
    return this.#rows.get(keyOf(sheet, row))
  }
}

const keyOf = (sheet: string, row: number) => `${row} ${sheet}`
