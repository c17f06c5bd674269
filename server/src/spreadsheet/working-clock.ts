import { SpreadsheetError } from './errors.ts'

/** Counts the time spent reading, without the time spent waiting for the consumer. */
export class WorkingClock {
  readonly #limitMs: number
  #workedMs = 0
  #resumedAt = performance.now()

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  pause(): void {
    this.#workedMs += performance.now() - this.#resumedAt
  }

  resume(): void {
    this.#resumedAt = performance.now()
  }

  check(): void {
    if (this.#workedMs + performance.now() - this.#resumedAt > this.#limitMs) throw timeLimitError(this.#limitMs)
  }
}

export function timeLimitError(limitMs: number): SpreadsheetError {
  return new SpreadsheetError(
    'time_limit',
    `The file took longer than ${limitMs / 1000} seconds to read. Split it into smaller files, or remove unused sheets and formatting.`,
  )
}
