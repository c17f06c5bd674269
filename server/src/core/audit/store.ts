import { setImmediate } from 'node:timers/promises'
import { type LimitedUse, takeTogether } from '../counters/counters.ts'
import { compileOnce } from '../database/compile-once.ts'
import type { Engine } from '../database/engine.ts'
import { afterCommit } from '../database/retrying-kysely.ts'
import type { Db, Transaction } from '../database/tables.ts'
import { type AuditEntry, toRow } from './entry.ts'
import { type AuditLoss, createEndWatch } from './end-watch.ts'
import { createTermIndex } from './term-index.ts'
import { emptyChain } from './verify-audit.mjs'

export type AuditLog = ReturnType<typeof createAuditLog>

type TimedEntry = { entry: AuditEntry; atMs: number }

/** The use that is counted together with entries, and the error if it exceeds its limit. */
export type CountedUse = LimitedUse & { error: () => Error }

type Waiting = {
  entries: TimedEntry[]
  use: CountedUse | undefined
  done: () => void
  failed: (error: unknown) => void
}

/** How long an entry may wait for others, to share a transaction with them. */
const longestWaitMs = 10
/** The process counts as idle if nothing has been written for this long. */
const quietMs = 100

const findLast = compileOnce((db) =>
  db.selectFrom('auditEvents').select(['sequence', 'hash']).orderBy('sequence', 'desc').limit(1),
)

/** The append-only audit log. Each row's hash covers the row and the hash before it, so changes and removals are detected. */
export function createAuditLog(db: Db, engine: Engine, now: () => number) {
  let waiting: Waiting[] = []
  let isWriting = false
  let writtenAt = -quietMs
  const watch = createEndWatch(now)

  const timed = (entries: AuditEntry[]) => entries.map((entry) => ({ entry, atMs: now() }))

  /** Waits while each turn of the event loop adds entries, so that they share a transaction. */
  async function collect(): Promise<void> {
    const endsAt = performance.now() + longestWaitMs
    for (let count = 0; waiting.length > count && performance.now() < endsAt;) {
      count = waiting.length
      await setImmediate()
    }
  }

  async function writeWaiting(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      await collect()
      const batch = waiting
      waiting = []
      try {
        const beyond = await db.transaction().execute((transaction) => writeBatch(transaction, batch))
        for (const { use, done, failed } of batch) {
          if (use && beyond.has(use)) failed(use.error())
          else done()
        }
      } catch (error) {
        // Entries that arrived in the meantime have waited for the same database, so another attempt would double their
        // wait.
        const unwritten = engine.isUnavailable(error) ? [...batch, ...waiting.splice(0)] : batch
        for (const { failed } of unwritten) failed(error)
      }
    }
    isWriting = false
  }

  /** @returns the uses that exceed their limits; their entries are not written */
  async function writeBatch(transaction: Transaction, batch: readonly Waiting[]): Promise<Set<LimitedUse>> {
    // This lock is acquired first, so that two batches never wait for each other's counts.
    await engine.serialize(transaction, 'audit')
    const uses = batch.flatMap(({ use }) => use ?? [])
    const beyond = await takeTogether(transaction, engine, uses, now())
    const written = batch.filter(({ use }) => !use || !beyond.has(use))
    await insertLocked(
      transaction,
      written.flatMap(({ entries }) => entries),
    )
    return beyond
  }

  /** Holds the audit log's lock until the caller's transaction ends. */
  async function insert(transaction: Transaction, entries: TimedEntry[]): Promise<void> {
    if (entries.length === 0) return
    await engine.serialize(transaction, 'audit')
    await insertLocked(transaction, entries)
  }

  /** Runs in a transaction that holds the audit log's lock. */
  async function insertLocked(transaction: Transaction, entries: TimedEntry[]): Promise<void> {
    if (entries.length === 0) return
    writtenAt = performance.now()
    const [last] = await findLast(transaction, {})
    let end = last ?? emptyChain
    await watch.compare(transaction, end)
    const rows = entries.map(({ entry, atMs }) => (end = toRow(entry, atMs, end)))
    await engine.insertMany(transaction, 'auditEvents', rows)
    const committed = end
    afterCommit(transaction, () => watch.note(committed))
  }

  const { catchUp, follow } = createTermIndex(db, engine, () => performance.now() - writtenAt < quietMs)

  return {
    catchUp,
    follow,

    /** Whether entries that this server has committed are missing, which is also compared before each new entry. */
    async findLoss(): Promise<AuditLoss | undefined> {
      await watch.compare(db, (await findLast(db, {}))[0] ?? emptyChain)
      return watch.loss()
    },

    /** What `findLoss` or an entry has noticed so far. */
    knownLoss: watch.loss,

    /** Adds an entry that was committed, for `findLoss`. */
    noteCommitted: watch.note,

    /** The last entry that this server saw committed. */
    lastSeen: watch.last,

    /**
     * Logs a change in its own transaction. Call it last, so that the audit log's lock is the last one acquired, which
     * avoids deadlocks.
     */
    append(transaction: Transaction, entries: AuditEntry[]): Promise<void> {
      return insert(transaction, timed(entries))
    },

    /**
     * Logs a request that changes nothing, and returns once the entry is on disk. Entries that arrive together share
     * one transaction, in which `use` is counted.
     * @throws if the entry could not be written or `use` exceeds its limit: the request must fail then
     */
    write(entries: AuditEntry[], use?: CountedUse): Promise<void> {
      if (entries.length === 0) return Promise.resolve()
      return new Promise((done, failed) => {
        waiting.push({ entries: timed(entries), use, done, failed })
        void writeWaiting()
      })
    },
  }
}
