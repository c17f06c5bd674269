import type { Transaction } from '../../core/database/tables.ts'

/**
 * Revokes everything that gives access without a new sign-in: sessions, links, tokens of service accounts and uploads.
 * Some of it may have been revoked after the backup was made, and others may have read the backup.
 */
export async function endAccess(transaction: Transaction, nowMs: number): Promise<void> {
  const emptied = [
    'sessions',
    'secondFactorDrafts',
    'recoveryRequests',
    'recoveries',
    'emailChanges',
    'emailUndos',
    'signOnFlows',
    'replicas',
  ] as const
  for (const table of emptied) await transaction.deleteFrom(table).execute()
  await transaction.updateTable('knownDevices').set({ trustedUntilMs: 0 }).execute()
  // Invitations stay listed, so that they can be sent again.
  await transaction.updateTable('invitations').set({ expiresAtMs: nowMs }).where('expiresAtMs', '>', nowMs).execute()
  await transaction
    .updateTable('serviceTokens')
    .set({ revokedAtMs: nowMs })
    .where('revokedAtMs', 'is', null)
    .where('expiresAtMs', '>', nowMs)
    .execute()
  // Devices may know later offers of models, so the next offer gets a number above them.
  await transaction.updateTable('modelRelease').set({ contentHash: '' }).execute()
  // Their links no longer work, and some were sent before.
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
