import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { Tables } from '../database/tables.ts'
import { termsOf } from './terms.ts'

/** Rows in a transaction: others wait for it on SQLite. */
const partRows = 50
/** Of the time since the last run. */
const busyShare = 0.5

export type TermIndex = ReturnType<typeof createTermIndex>

/**
 * Fills `audit_terms` behind the writing of the record: a row that names twenty people costs several times as much to
 * index as to write (decision 070).
 */
export function createTermIndex(db: Kysely<Tables>, engine: Engine) {
  let measured = performance.eventLoopUtilization()

  /** @returns whether more may be left */
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
      // In their order, each page of the index is written once.
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

  async function catchUp(signal?: AbortSignal): Promise<void> {
    if (!(await isBehind())) return
    while ((await indexPart()) && !signal?.aborted) await setImmediate()
  }

  return {
    /** Indexes all rows that are written. Call it before a search of `audit_terms`. */
    catchUp: () => catchUp(),

    /** Indexes what has been written, or only a part of it while the process is busy. Call it periodically. */
    async follow(signal: AbortSignal): Promise<void> {
      const { utilization } = performance.eventLoopUtilization(measured)
      await (utilization > busyShare ? indexPart() : catchUp(signal))
      measured = performance.eventLoopUtilization()
    },
  }
}
