import type { FileFault } from '@health-console/contract/errors.ts'

const listedAtMost = 100

/** Counts values of a file that need attention, and keeps the first of them. */
export class ValueList {
  readonly listed: FileFault[] = []
  count = 0
  readonly #rows = new Set<string>()

  add(fault: FileFault): void {
    this.count += 1
    this.#rows.add(`${fault.row} ${fault.sheet}`)
    if (this.listed.length < listedAtMost) this.listed.push(fault)
  }

  /** "7 values in 4 rows" */
  inWords(): string {
    return `${counted(this.count, 'value')} in ${counted(this.#rows.size, 'row')}`
  }
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}
