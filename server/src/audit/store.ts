import { setImmediate } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { Tables } from '../database/tables.ts'
import { type AuditEntry, emptyChain, toRow } from './entry.ts'
import { createTermIndex } from './term-index.ts'

export type AuditLog = ReturnType<typeof createAuditLog>

type TimedEntry = { entry: AuditEntry; atMs: number }

/** The append-only record. Each row's hash covers the row and the hash before it, so changes and removals are detected. */
export function createAuditLog(db: Kysely<Tables>, engine: Engine, now: () => number) {
  let waiting: { entries: TimedEntry[]; done: () => void; failed: (error: unknown) => void }[] = []
  let isWriting = false

  const timed = (entries: AuditEntry[]) => entries.map((entry) => ({ entry, atMs: now() }))

  async function writeWaiting(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      // Entries that arrive in the same turn of the event loop share the transaction.
      await setImmediate()
      const batch = waiting
      waiting = []
      try {
        const entries = batch.flatMap((item) => item.entries)
        await db.transaction().execute((transaction) => insert(transaction, entries))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isWriting = false
  }

  /** Holds the record's lock until the caller's transaction ends. */
  async function insert(transaction: Transaction<Tables>, entries: TimedEntry[]): Promise<void> {
    if (entries.length === 0) return
    await engine.serialize(transaction, 'audit')
    const last = await transaction
      .selectFrom('auditEvents')
      .select(['sequence', 'hash'])
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    let end = last ?? emptyChain
    const rows = entries.map(({ entry, atMs }) => (end = toRow(entry, atMs, end)))
    await engine.insertMany(transaction, 'auditEvents', rows)
  }

  const { catchUp, follow } = createTermIndex(db, engine)

  return {
    catchUp,
    follow,

    /**
     * Records a change in its own transaction. Call it last: the record's lock is then the last one taken, which avoids
     * deadlocks.
     */
    append(transaction: Transaction<Tables>, entries: AuditEntry[]): Promise<void> {
      return insert(transaction, timed(entries))
    },

    /**
     * Records a call that changes nothing, and returns once the entry is on disk. Entries that arrive together share one
     * transaction.
     * @throws when the entry could not be written: the call must then not be answered
     */
    record(entries: AuditEntry[]): Promise<void> {
      if (entries.length === 0) return Promise.resolve()
      return new Promise((done, failed) => {
        waiting.push({ entries: timed(entries), done, failed })
        void writeWaiting()
      })
    },
  }
}
