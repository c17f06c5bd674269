import type { AuditAction } from '@health-console/contract/audit/actions.ts'
import type { Db } from '../../../core/database/tables.ts'

/** The actions that begin a session. */
const signIns = [
  'session.sign_in',
  'session.sign_on',
  'session.emergency_sign_in',
  'invitation.accept',
] as const satisfies AuditAction[]

/** When admins last signed in: from the audit log, or from an open session if the log no longer has the sign-in. */
export async function findLastSignIns(db: Db, adminIds: readonly string[]): Promise<Map<string, number>> {
  if (adminIds.length === 0) return new Map()
  const logged = await db
    .selectFrom('auditEvents')
    .select((select) => ['actorId as adminId', select.fn.max('atMs').as('atMs')])
    .where('actorId', 'in', adminIds)
    .where('action', 'in', signIns)
    .where('outcome', '=', 'ok')
    .groupBy('actorId')
    .execute()
  const open = await db
    .selectFrom('sessions')
    .select((select) => ['adminId', select.fn.max('createdAtMs').as('atMs')])
    .where('adminId', 'in', adminIds)
    .groupBy('adminId')
    .execute()
  const newest = new Map<string, number>()
  for (const { adminId, atMs } of [...logged, ...open]) {
    if (adminId !== null) newest.set(adminId, Math.max(newest.get(adminId) ?? 0, atMs))
  }
  return newest
}

/** The newest successful entry of an action. */
export async function findNewestEntry(db: Db, action: string) {
  return db
    .selectFrom('auditEvents')
    .select(['atMs', 'actorId'])
    .where('action', '=', action)
    .where('outcome', '=', 'ok')
    .orderBy('atMs', 'desc')
    .limit(1)
    .executeTakeFirst()
}
