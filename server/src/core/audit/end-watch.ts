import type { Db } from '../database/tables.ts'
import type { ChainEnd } from './entry.ts'

/** Entries that this server saw committed, and that the log no longer contains. */
export type AuditLoss = {
  /** The last common entry that this server knows, and when it was committed; 0 if it knows none. */
  keptSequence: number
  keptAtMs: number
  /** The last entry that was lost. */
  lostSequence: number
}

type Witness = ChainEnd & { atMs: number }

/** How many commits are remembered, to find out from when entries were lost. */
const mostWitnesses = 500

/**
 * Remembers the ends of the log that this server has committed. A failover to a database that had not received them all
 * loses entries and leaves a log that is intact in itself, so only someone who remembers them notices.
 */
export function createEndWatch(now: () => number) {
  /** In ascending order. */
  let witnesses: Witness[] = []
  let loss: AuditLoss | undefined
  let lost: Witness | undefined

  async function find(db: Db, end: ChainEnd): Promise<AuditLoss | undefined> {
    const last = witnesses.at(-1)
    if (last === undefined || (await contains(db, end, last))) return undefined
    const rows = await db
      .selectFrom('auditEvents')
      .select(['sequence', 'hash'])
      .where(
        'sequence',
        'in',
        witnesses.map(({ sequence }) => sequence),
      )
      .execute()
    const hashes = new Map(rows.map(({ sequence, hash }) => [sequence, hash]))
    const kept = witnesses.findLast(({ sequence, hash }) => hashes.get(sequence) === hash)
    return { keptSequence: kept?.sequence ?? 0, keptAtMs: kept?.atMs ?? 0, lostSequence: last.sequence }
  }

  return {
    /** Call it once the entry is committed. */
    note({ sequence, hash }: ChainEnd): void {
      if (sequence <= (witnesses.at(-1)?.sequence ?? 0)) return
      witnesses.push({ sequence, hash, atMs: now() })
      if (witnesses.length > 2 * mostWitnesses) witnesses = witnesses.slice(-mostWitnesses)
    },

    /**
     * Compares the log with what was committed. Call it before an entry is added, which could hide a loss.
     * @param end the current end of the log
     */
    async compare(db: Db, end: ChainEnd): Promise<void> {
      const found = await find(db, end)
      if (found === undefined) return
      loss ??= found
      lost ??= witnesses.at(-1)
      // The entries that follow belong to the log as it is now.
      witnesses = []
    },

    /** The first loss since this server started. */
    loss: (): AuditLoss | undefined => loss,

    /** The last entry that this server saw committed, which the log may have lost. */
    last: (): Witness | undefined => lost ?? witnesses.at(-1),
  }
}

async function contains(db: Db, end: ChainEnd, known: ChainEnd): Promise<boolean> {
  if (end.sequence <= known.sequence) return end.hash === known.hash
  return hasEntry(db, known)
}

/** Whether the log contains an entry with this sequence and hash. */
export async function hasEntry(db: Db, { sequence, hash }: ChainEnd): Promise<boolean> {
  const row = await db.selectFrom('auditEvents').select('hash').where('sequence', '=', sequence).executeTakeFirst()
  return row?.hash === hash
}

/** What was lost, and how to get it back, for the system administrator. */
export function describeLoss({ keptSequence, keptAtMs, lostSequence }: AuditLoss): string {
  const since = keptAtMs === 0 ? '' : `, since ${new Date(keptAtMs).toISOString()}`
  return (
    `the database has lost committed changes, with the entries ${keptSequence + 1} to ${lostSequence} of the audit log${since}. ` +
    'It was probably replaced by a standby that had not received them. Stop the servers and see "A failover that loses changes" in docs/operations/backup.md'
  )
}
