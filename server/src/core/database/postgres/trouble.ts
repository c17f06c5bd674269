import { sql } from 'kysely'
import type { Trouble } from '../engine.ts'
import { errorCode } from '../../disk/error-code.ts'
import type { Db } from '../tables.ts'
import { isSilence } from './silence.ts'

/** A row of `room_trial`, which is only written to find out whether that is possible. */
const trialId = 2
const diskFull = '53100'
const slowCommit = { reason: 'a commit takes longer than 5 seconds' }
const everyMs = 5_000
/** PostgreSQL ends the wait for a synchronous standby later, and then reports success. */
const longCommitMs = 5_000

/**
 * Returns the function that finds out whether changes are possible: the server is not a read-only standby, and a commit
 * returns, which may wait for synchronous standbys.
 */
export function watchPostgres(): (db: Db) => Promise<Trouble | undefined> {
  let writtenAt = -Infinity

  return async (db) => {
    const { rows } = await sql<{
      readOnly: string
    }>`select current_setting('transaction_read_only') as read_only`.execute(db)
    if (rows[0]?.readOnly === 'on') return { reason: 'the database is read-only: it is a standby, or was set so' }
    if (performance.now() < writtenAt + everyMs) return undefined
    const startedAt = performance.now()
    try {
      await db
        .insertInto('roomTrial')
        .values({ id: trialId, content: '' })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ content: '' }))
        .execute()
    } catch (error) {
      // A full disk is reported as such, and the lists are still served.
      if (errorCode(error) === diskFull) return undefined
      // The read above has returned, so it is not the connection that is slow.
      if (isSilence(error)) return slowCommit
      throw error
    }
    const tookMs = performance.now() - startedAt
    if (tookMs > longCommitMs) return slowCommit
    writtenAt = performance.now()
    return undefined
  }
}
