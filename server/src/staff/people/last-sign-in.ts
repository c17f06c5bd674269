import type { AuditAction } from '@health-console/contract/audit-actions.ts'
import type { Db } from '../../database/tables.ts'

/** The actions that begin a session. */
const signIns = [
  'session.sign_in',
  'session.sign_on',
  'session.emergency_sign_in',
  'invitation.accept',
] as const satisfies AuditAction[]

/** When an admin last signed in: from the audit log, or from an open session if the log no longer has the sign-in. */
export async function findLastSignIn(db: Db, adminId: string): Promise<number | null> {
  const times = await Promise.all(signIns.map((action) => findNewestEntry(db, action, adminId)))
  const session = await db
    .selectFrom('sessions')
    .select('createdAtMs')
    .where('adminId', '=', adminId)
    .orderBy('createdAtMs', 'desc')
    .limit(1)
    .executeTakeFirst()
  const newest = Math.max(...times.map((each) => each?.atMs ?? 0), session?.createdAtMs ?? 0)
  return newest === 0 ? null : newest
}

/** The newest successful entry of an action, optionally by one admin. */
export async function findNewestEntry(db: Db, action: string, actorId?: string) {
  let query = db
    .selectFrom('auditEvents')
    .select(['atMs', 'actorId'])
    .where('action', '=', action)
    .where('outcome', '=', 'ok')
    .orderBy('atMs', 'desc')
    .limit(1)
  if (actorId !== undefined) query = query.where('actorId', '=', actorId)
  return query.executeTakeFirst()
}
