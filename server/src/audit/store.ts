import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { AuditEventsTable, Tables } from '../database/tables.ts'

/** Who did what to which id, from where, and how it ended. Never a health value, a name or an address of e-mail. */
export type AuditEntry = Pick<AuditEventsTable, 'actorId' | 'action' | 'subject' | 'outcome' | 'address' | 'requestId'>

export type AuditLog = ReturnType<typeof createAuditLog>

const firstHash = '0'.repeat(64)

/**
 * The append-only record. Each row's hash covers the row and the hash before it, so a changed or removed row shows.
 * `record` returns once the entry is on disk; entries that arrive together share one transaction.
 */
export function createAuditLog(db: Kysely<Tables>, engine: Engine, now: () => number) {
  let waiting: { entry: AuditEntry & { atMs: number }; done: () => void; failed: (error: unknown) => void }[] = []
  let writing = false

  async function writeWaiting(): Promise<void> {
    if (writing) return
    writing = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await append(batch.map(({ entry }) => entry))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    writing = false
  }

  function append(entries: (AuditEntry & { atMs: number })[]): Promise<void> {
    return db.transaction().execute(async (transaction) => {
      await engine.serialize(transaction, 'audit')
      const last = await transaction
        .selectFrom('auditEvents')
        .select(['sequence', 'hash'])
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst()
      let sequence = last?.sequence ?? 0
      let previousHash = last?.hash ?? firstHash
      const rows = entries.map((entry) => {
        sequence += 1
        const row = { ...entry, sequence, previousHash, hash: hashOf({ ...entry, sequence, previousHash }) }
        previousHash = row.hash
        return row
      })
      await transaction.insertInto('auditEvents').values(rows).execute()
    })
  }

  return {
    /** @throws when the entry could not be written: what it stands for must then not happen */
    record(entry: AuditEntry): Promise<void> {
      return new Promise((done, failed) => {
        waiting.push({ entry: { ...entry, atMs: now() }, done, failed })
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
      const fits =
        row.sequence === expected.sequence && row.previousHash === expected.previousHash && row.hash === hashOf(row)
      if (!fits) return { rows: expected.sequence - 1, brokenAt: expected.sequence }
      expected = { sequence: row.sequence + 1, previousHash: row.hash }
    }
    if (rows.length < batchSize) return { rows: expected.sequence - 1, brokenAt: null }
  }
}

function hashOf(row: Omit<AuditEventsTable, 'hash'>): string {
  const { sequence, atMs, actorId, action, subject, outcome, address, requestId, previousHash } = row
  const content = JSON.stringify([sequence, atMs, actorId, action, subject, outcome, address, requestId, previousHash])
  return createHash('sha256').update(content).digest('hex')
}
