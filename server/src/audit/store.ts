import { setImmediate } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { Tables } from '../database/tables.ts'
import { type AuditEntry, currentVersion, hashOf, isIntact } from './entry.ts'

export type AuditLog = ReturnType<typeof createAuditLog>

type TimedEntry = AuditEntry & { atMs: number }

const firstHash = '0'.repeat(64)

/** The append-only record. Each row's hash covers the row and the hash before it, so a changed or removed row shows. */
export function createAuditLog(db: Kysely<Tables>, engine: Engine, now: () => number) {
  let waiting: { entries: TimedEntry[]; done: () => void; failed: (error: unknown) => void }[] = []
  let writing = false

  const timed = (entries: AuditEntry[]) => entries.map((entry) => ({ ...entry, atMs: now() }))

  async function writeWaiting(): Promise<void> {
    if (writing) return
    writing = true
    while (waiting.length > 0) {
      // Whoever is about to join in the same turn of the event loop shares the transaction.
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
    writing = false
  }

  /** Holds the lock of the record until the caller's transaction ends. */
  async function insert(transaction: Transaction<Tables>, entries: TimedEntry[]): Promise<void> {
    if (entries.length === 0) return
    await engine.serialize(transaction, 'audit')
    const last = await transaction
      .selectFrom('auditEvents')
      .select(['sequence', 'hash'])
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    let { sequence, hash: previousHash } = last ?? { sequence: 0, hash: firstHash }
    const rows = entries.map(({ reason = null, count = 1, ...entry }) => {
      sequence += 1
      const row = { ...entry, reason, count, version: currentVersion, sequence, previousHash }
      const hash = hashOf(row)
      previousHash = hash
      return { ...row, hash }
    })
    await transaction.insertInto('auditEvents').values(rows).execute()
  }

  return {
    /**
     * Puts a change on record in the change's own transaction. Call it last: the lock of the record is then the last
     * one taken, so nobody who holds it waits for another.
     */
    append(transaction: Transaction<Tables>, entries: AuditEntry[]): Promise<void> {
      return insert(transaction, timed(entries))
    },

    /**
     * Puts on record what changes nothing, and returns once it is on disk. Entries that arrive together share one
     * transaction.
     * @throws when it could not be written: what it stands for must then not happen
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

/** Reads the whole chain. @returns the sequence of the first row that does not fit, or null when all fit */
export async function verifyAuditLog(db: Kysely<Tables>): Promise<{ rows: number; brokenAt: number | null }> {
  const batchSize = 1_000
  let expected = { sequence: 1, previousHash: firstHash }
  for (;;) {
    const rows = await db
      .selectFrom('auditEvents')
      .selectAll()
      .where('sequence', '>=', expected.sequence)
      .orderBy('sequence')
      .limit(batchSize)
      .execute()
    for (const row of rows) {
      const fits = row.sequence === expected.sequence && row.previousHash === expected.previousHash && isIntact(row)
      if (!fits) return { rows: expected.sequence - 1, brokenAt: expected.sequence }
      expected = { sequence: row.sequence + 1, previousHash: row.hash }
    }
    if (rows.length < batchSize) return { rows: expected.sequence - 1, brokenAt: null }
  }
}
