import type { ListedCell } from '@health-console/contract/errors.ts'
import type { ImportWarning } from '@health-console/contract/patients/findings.ts'

const listedAtMost = 100
const keptAtMost = 100_000

/** A cell and, for the audit log, the patient in its row if its member ID can be read. No response contains the latter. */
export type FoundCell = ImportWarning & { memberId?: string }

/** The patients in the rows of cells, each once. */
export function memberIdsOf(cells: readonly (ListedCell & Pick<FoundCell, 'memberId'>)[]): string[] {
  return [...new Set(cells.flatMap(({ memberId }) => memberId ?? []))]
}

const keyOfRow = (row: number, sheet: string | undefined) => `${row} ${sheet}`

/** Counts values of a file that need attention, and stores the first 100,000 of them. */
export class ValueList {
  values: FoundCell[] = []
  count = 0
  /** The number of values in each row that has any. */
  readonly #rows = new Map<string, number>()

  add(error: FoundCell): void {
    this.count += 1
    const row = keyOfRow(error.row, error.sheet)
    this.#rows.set(row, (this.#rows.get(row) ?? 0) + 1)
    if (this.values.length < keptAtMost) this.values.push(error)
  }

  /** Removes the values in these rows of a sheet. */
  removeRows(sheet: string, rows: ReadonlySet<number>): void {
    for (const row of rows) {
      const key = keyOfRow(row, sheet)
      this.count -= this.#rows.get(key) ?? 0
      this.#rows.delete(key)
    }
    this.values = this.values.filter((value) => value.sheet !== sheet || !rows.has(value.row))
  }

  get listed(): FoundCell[] {
    return this.values.slice(0, listedAtMost)
  }

  /** Formats counts: "7 values in 4 rows". */
  inWords(): string {
    return `${counted(this.count, 'value')} in ${counted(this.#rows.size, 'row')}`
  }
}

/** Formats a count: "1 value", "4,102 values". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}
