import type { Db } from '../database/tables.ts'

type Expiring = 'emailChanges' | 'emailUndos' | 'invitations' | 'recoveries' | 'signOnFlows' | 'spentChallenges'

export async function deleteExpired(db: Db, table: Expiring, untilMs: number): Promise<void> {
  await db.deleteFrom(table).where('expiresAtMs', '<=', untilMs).execute()
}
