import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Engine } from '../database/engine.ts'
import type { Db } from '../database/tables.ts'
import { termsOf } from './terms.ts'

/** The number of rows in a transaction, for which other writers wait on SQLite. */
const partRows = 50
/** While entries are being written, indexing uses at most this fraction of the time: one in this many parts. */
const busyPauses = 30

/**
 * Fills `audit_terms` after the rows are written, because indexing a row with twenty users costs several times as much
 * as writing it (decision 070).
 * @param isBusy whether entries are being written
 */
export function createTermIndex(db: Db, engine: Engine, isBusy: () => boolean) {
  /** @returns whether there may be more rows */
  async function indexPart(): Promise<boolean> {
    return db.transaction().execute(async (transaction) => {
      await engine.serialize(transaction, 'audit-index')
      const { sequence } = await transaction.selectFrom('auditIndex').select('sequence').executeTakeFirstOrThrow()
      const rows = await transaction
        .selectFrom('auditEvents')
        .selectAll()
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(partRows)
        .execute()
      const last = rows.at(-1)
      if (!last) return false
      // Inserting in order writes each page of the index only once.
      const terms = rows.flatMap(termsOf).toSorted((a, b) => (a.term < b.term ? -1 : 1))
      await engine.insertMany(transaction, 'auditTerms', terms)
      await transaction.updateTable('auditIndex').set({ sequence: last.sequence }).execute()
      return rows.length === partRows
    })
  }

  async function isBehind(): Promise<boolean> {
    const { indexed, last } = await db
      .selectFrom('auditIndex')
      .select((column) => [
        'sequence as indexed',
        column.selectFrom('auditEvents').select('sequence').orderBy('sequence', 'desc').limit(1).as('last'),
      ])
      .executeTakeFirstOrThrow()
    return last !== null && last > indexed
  }

  return {
    /** Indexes all rows that are written. Call it before a search of `audit_terms`. */
    async catchUp(): Promise<void> {
      if (!(await isBehind())) return
      while (await indexPart()) await setImmediate()
    },

    /** Indexes new rows, slowly while more are being written. Call it periodically. */
    async follow(signal: AbortSignal): Promise<void> {
      if (!(await isBehind())) return
      while (!signal.aborted) {
        const startedAt = performance.now()
        if (!(await indexPart())) return
        const tookMs = performance.now() - startedAt
        await (isBusy() ? setTimeout(busyPauses * tookMs, undefined, { signal }).catch(() => {}) : setImmediate())
      }
    },
  }
}
