import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { createQueue, type Queue } from '../../queue.ts'
import type { Trouble } from '../engine.ts'
import { DatabaseLockedError } from '../locked-error.ts'
import { describeLockHolder, findLockHolder } from './lock-holder.ts'

/** `SQLITE_BUSY`, in the lowest byte of its extended codes. */
const busy = 5

/** A gap in which another connection of ours does not write is at least this long, so a waiting writer finds it. */
const shortestPauseMs = 5
const longestPauseMs = 12

/** Another writer that ends sooner than this is no reason to report anything. */
const noticeableMs = 500

export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy

/**
 * The order in which callers of this process write, and how they wait for other processes. SQLite itself could only wait
 * by blocking the thread, which serves all requests.
 */
export class SqliteTurns {
  readonly #dataDir: string
  readonly #waitMs: number
  readonly #queue: Queue
  /** When a write first found the database locked; undefined since the last one that succeeded. */
  #busySinceMs: number | undefined

  /** @param waitMs how long a caller waits from its call until it writes, for its turn and for other processes */
  constructor(dataDir: string, waitMs: number) {
    this.#dataDir = dataDir
    this.#waitMs = waitMs
    const busy = { message: 'Another change is taking a long time.', retryAfterSeconds: 1 }
    this.#queue = createQueue({ most: 1, longest: Infinity, longestWaitMs: waitMs, busy })
  }

  /** Whether no caller writes or waits. */
  get isFree(): boolean {
    return this.#queue.isFree
  }

  endOfWait(): number {
    return performance.now() + this.#waitMs
  }

  /**
   * Waits for the turns of earlier callers, in the order of the calls.
   * @returns a function that ends the turn
   * @throws DatabaseLockedError after the longest wait; the caller has then left the queue
   */
  async take(): Promise<() => void> {
    try {
      return await this.#queue.take()
    } catch {
      throw this.#explainLock()
    }
  }

  /**
   * Repeats what another process's lock rejects. Only for what has not written anything yet: the beginning of a
   * transaction, or a single statement.
   * @throws DatabaseLockedError after the end of the wait
   */
  async retry<Result>(attempt: () => Result, waitsUntil: number): Promise<Result> {
    for (;;) {
      try {
        return attempt()
      } catch (error) {
        if (!isBusy(error)) throw error
        if (performance.now() >= waitsUntil) throw this.#explainLock()
      }
      await sleep(shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs))
    }
  }

  /** Runs something that needs the write lock, and remembers since when that has not been free. */
  noteLock<Result>(write: () => Result): Result {
    try {
      const result = write()
      this.#busySinceMs = undefined
      return result
    } catch (error) {
      if (isBusy(error)) this.#busySinceMs ??= Date.now()
      throw error
    }
  }

  /**
   * Whether another process keeps the database locked. A transaction of this process is no reason.
   * @param sqlite the connection that writes
   */
  async findBusy(sqlite: DatabaseSync): Promise<Trouble | undefined> {
    const giveUpAt = performance.now() + noticeableMs
    const tryLock = () => this.noteLock(() => sqlite.exec('BEGIN IMMEDIATE; ROLLBACK'))
    for (;;) {
      // Otherwise a caller tries it meanwhile.
      if (this.isFree && !sqlite.isTransaction) {
        try {
          tryLock()
        } catch (error) {
          if (!isBusy(error)) throw error
        }
      }
      if (this.#busySinceMs === undefined) return undefined
      if (performance.now() >= giveUpAt) break
      await sleep(shortestPauseMs)
    }
    const holder = findLockHolder(this.#dataDir)
    if (holder?.isOurs) return undefined
    return { sinceMs: this.#busySinceMs, reason: `the database is locked: ${describeLockHolder(holder)}` }
  }

  #explainLock(): DatabaseLockedError {
    if (this.#busySinceMs === undefined) return new DatabaseLockedError('Another change is taking a long time.')
    return new DatabaseLockedError(`The database is locked: ${describeLockHolder(findLockHolder(this.#dataDir))}.`)
  }
}
