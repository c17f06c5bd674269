import { SpreadsheetError } from './errors.ts'

/** Counts the time spent reading, without the time spent waiting for the consumer. */
export class WorkingClock {
  readonly #limitMs: number
  #workedMs = 0
  #resumedAt: number | undefined = performance.now()

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  pause(): void {
    this.#workedMs = this.#worked()
    this.#resumedAt = undefined
  }

  resume(): void {
    this.#resumedAt = performance.now()
  }

  check(): void {
    if (this.#worked() > this.#limitMs) throw timeLimitError(this.#limitMs)
  }

  #worked(): number {
    return this.#workedMs + (this.#resumedAt === undefined ? 0 : performance.now() - this.#resumedAt)
  }
}

export function timeLimitError(limitMs: number): SpreadsheetError {
  return new SpreadsheetError(
    'time_limit',
    `The file took longer than ${limitMs / 1000} seconds to read. Split it into smaller files, or remove unused sheets and formatting.`,
  )
}
