import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/**
 * Ends everything by which somebody could go on without a sign-in: sessions, links and uploads. A backup knows nothing of
 * what was ended after it was made, and may have been read by others.
 */
export async function endAccess(transaction: Transaction<Tables>, nowMs: number): Promise<void> {
  const emptied = [
    'sessions',
    'secondFactorDrafts',
    'recoveryRequests',
    'recoveries',
    'emailChanges',
    'emailUndos',
    'signOnFlows',
  ] as const
  for (const table of emptied) await transaction.deleteFrom(table).execute()
  await transaction.updateTable('knownDevices').set({ trustedUntilMs: 0 }).execute()
  // Still listed, so that they can be sent again.
  await transaction.updateTable('invitations').set({ expiresAtMs: nowMs }).where('expiresAtMs', '>', nowMs).execute()
  // Their links are void, and some of them had left before.
  await transaction
    .updateTable('outbox')
    .set({ state: 'failed', content: null, claimedBy: null })
    .where('state', '=', 'waiting')
    .execute()
  await transaction
    .updateTable('fileUploads')
    .set({ state: 'given_up' })
    .where('state', 'in', ['open', 'arrived'])
    .execute()
}
