import { setImmediate } from 'node:timers/promises'
import type { IndexChunk } from './table-indexes.ts'

const bytesAtOnce = 1024 * 1024

/** The chunks of a table's indexes in their order: sorted when there is time, taken about a megabyte at a time. */
export class IndexQueue {
  readonly #unsorted: Iterator<IndexChunk>
  #sorted: IndexChunk[] = []

  constructor(unsorted: Iterator<IndexChunk>) {
    this.#unsorted = unsorted
  }

  /** Sorts while other work waits for the database. @returns what that work returns */
  async sortDuring<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false
    const end = () => (isOver = true)
    work.then(end, end)
    while (!isOver && this.#sortNext()) await setImmediate()
    return work
  }

  /** @returns no chunks once all were taken */
  take(): IndexChunk[] {
    let bytes = 0
    let count = 0
    while (bytes < bytesAtOnce && (count < this.#sorted.length || this.#sortNext())) {
      bytes += this.#sorted[count]?.data.length ?? 0
      count += 1
    }
    return this.#sorted.splice(0, count)
  }

  #sortNext(): boolean {
    const next = this.#unsorted.next()
    if (next.done !== true) this.#sorted.push(next.value)
    return next.done !== true
  }
}
