import type { ListedCell } from '@health-console/contract/errors.ts'
import type { ImportWarning } from '@health-console/contract/patient-findings.ts'

const listedAtMost = 100
const keptAtMost = 100_000

/** A cell and, for the audit log, the patient in its row if its member ID can be read. No response contains the latter. */
export type FoundCell = ImportWarning & { memberId?: string }

/** The patients in the rows of cells, each once. */
export function memberIdsOf(cells: readonly (ListedCell & Pick<FoundCell, 'memberId'>)[]): string[] {
  return [...new Set(cells.flatMap(({ memberId }) => memberId ?? []))]
}

/** Counts values of a file that need attention, and stores the first 100,000 of them. */
export class ValueList {
  readonly values: FoundCell[] = []
  count = 0
  readonly #rows = new Set<string>()

  add(error: FoundCell): void {
    this.count += 1
    this.#rows.add(`${error.row} ${error.sheet}`)
    if (this.values.length < keptAtMost) this.values.push(error)
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
